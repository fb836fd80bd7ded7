package gozstd

/*
#cgo LDFLAGS: ${SRCDIR}/libzstd_darwin_amd64.a
*/
import "C"

package gozstd

/*
#cgo LDFLAGS: ${SRCDIR}/libzstd_darwin_arm64.a
*/
import "C"

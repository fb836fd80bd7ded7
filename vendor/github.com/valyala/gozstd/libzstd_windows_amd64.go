package gozstd

/*
#cgo LDFLAGS: ${SRCDIR}/libzstd_windows_amd64.a
*/
import "C"

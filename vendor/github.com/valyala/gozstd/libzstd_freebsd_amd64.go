package gozstd

/*
#cgo LDFLAGS: ${SRCDIR}/libzstd_freebsd_amd64.a
*/
import "C"

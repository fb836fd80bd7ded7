// +build musl

package gozstd

/*
#cgo LDFLAGS: ${SRCDIR}/libzstd_linux_musl_amd64.a
*/
import "C"

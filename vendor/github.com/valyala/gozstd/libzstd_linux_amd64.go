// +build !musl

package gozstd

/*
#cgo LDFLAGS: ${SRCDIR}/libzstd_linux_amd64.a
*/
import "C"

package gozstd

/*
#cgo LDFLAGS: ${SRCDIR}/libzstd_linux_arm.a
*/
import "C"

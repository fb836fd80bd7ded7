package gozstd

/*
#cgo LDFLAGS: ${SRCDIR}/libzstd_illumos_amd64.a
*/
import "C"

//go:build !linux && !windows && !darwin

package appmetrics

func initOS() {
}

package ics

const (
	NewLine = WithNewLineUnix
)

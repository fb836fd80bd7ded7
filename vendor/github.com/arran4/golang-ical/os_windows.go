package ics

const (
	NewLineString = WithNewLineWindows
)

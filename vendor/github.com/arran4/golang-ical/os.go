package ics

const (
	WithNewLineUnix    WithNewLine = "\n"
	WithNewLineWindows WithNewLine = "\r\n"
)

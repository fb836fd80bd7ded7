// Package easyproto provides building blocks for marshaling and unmarshaling protobuf v3 messages
// according to https://protobuf.dev/programming-guides/encoding/ .
package easyproto

package webapi

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
)

func TestNetworkCodeTellsErrorsBeforeAConnection(t *testing.T) {
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	cases := []struct {
		err  error
		want string
	}{
		{dial(os.NewSyscallError("connect", syscall.ECONNREFUSED)), "ECONNREFUSED"},
		{dial(&net.DNSError{Name: "a.example", IsNotFound: true}), "ENOTFOUND"},
		{fmt.Errorf("wrapped: %w", dial(&net.DNSError{Name: "a.example", IsTimeout: true})), "EAI_AGAIN"},
		{&net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}, ""},
		{errors.New("GET https://a.example/enotfound: connection refused, no such host"), ""},
	}
	for _, c := range cases {
		if got := networkCode(c.err); got != c.want {
			t.Errorf("networkCode(%v) = %q, want %q", c.err, got, c.want)
		}
	}
}

// This file tests where secrets are read from, and what is no secret.

package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestASecretComesFromStandardInputWithoutItsLastLineBreak(t *testing.T) {
	for in, want := range map[string]string{"s\n": "s", "s\r\n": "s", "s": "s", "a\nb\n\n": "a\nb\n", " s ": " s "} {
		env := &Env{In: strings.NewReader(in), Err: &bytes.Buffer{}, Getenv: func(string) string { return "" }}
		if got, err := env.Secret("the token"); got != want || err != nil {
			t.Errorf("%q gives %q, %v", in, got, err)
		}
	}
}

func TestASecretThatIsNoneIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		tty  bool
		code int
	}{
		"nothing": {"", false, ExitUsage}, "an empty line": {"\n", false, ExitUsage},
		"too much": {strings.Repeat("x", maxSecret+1), false, ExitUsage}, "nobody to ask": {"x", true, ExitWouldPrompt},
	} {
		env := &Env{
			In: strings.NewReader(c.in), InTTY: c.tty, Err: &bytes.Buffer{}, Getenv: func(string) string { return "" },
		}
		_, err := env.Secret("the token")
		var told *Error
		if !errors.As(err, &told) || told.Code != c.code || told.Fix == "" || !strings.Contains(told.What, "the token") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAPersonTypesASecretUnseen(t *testing.T) {
	var said bytes.Buffer
	env := &Env{
		In: strings.NewReader("not this"), InTTY: true, ErrTTY: true, Err: &said, Getenv: func(string) string { return "" },
	}
	env.Hidden = func(prompt string) (string, error) { said.WriteString(prompt); return "canary", nil }
	got, err := env.Secret("the token")
	if got != "canary" || err != nil || strings.Contains(said.String(), "canary") || !strings.Contains(
		said.String(), "the token",
	) {
		t.Errorf("%q, %v, said %q", got, err, said.String())
	}
}

package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestSecretFromStandardInputLosesOneLineBreak(t *testing.T) {
	for in, want := range map[string]string{"s\n": "s", "s\r\n": "s", "s": "s", "a\nb\n\n": "a\nb\n", " s ": " s "} {
		env := &Env{In: strings.NewReader(in), Err: &bytes.Buffer{}, Getenv: func(string) string { return "" }}
		if got, err := env.Secret("the token"); got != want || err != nil {
			t.Errorf("%q gives %q, %v", in, got, err)
		}
	}
}

func TestSecretRejectsEmptyAndLongInput(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		tty  bool
		code int
	}{
		"nothing": {"", false, ExitUsage}, "an empty line": {"\n", false, ExitUsage},
		"too much": {strings.Repeat("x", maxSecret+1), false, ExitUsage}, "no terminal": {"x", true, ExitWouldPrompt},
	} {
		env := &Env{
			In: strings.NewReader(c.in), InTTY: c.tty, Err: &bytes.Buffer{}, Getenv: func(string) string { return "" },
		}
		_, err := env.Secret("the token")
		var failure *Error
		if !errors.As(err, &failure) || failure.Code != c.code || failure.Fix == "" || !strings.Contains(
			failure.What, "the token",
		) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSecretFromTerminalIsHidden(t *testing.T) {
	var printed bytes.Buffer
	env := &Env{
		In: strings.NewReader("not this"), InTTY: true, ErrTTY: true, Err: &printed, Getenv: func(
			string,
		) string {
			return ""
		},
	}
	env.Hidden = func(prompt string) (string, error) { printed.WriteString(prompt); return "canary", nil }
	got, err := env.Secret("the token")
	if got != "canary" || err != nil || strings.Contains(printed.String(), "canary") ||
		!strings.Contains(printed.String(), "the token") {
		t.Errorf("%q, %v, printed %q", got, err, printed.String())
	}
}

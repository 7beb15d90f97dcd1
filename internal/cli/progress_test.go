package cli

import (
	"bytes"
	"testing"
	"time"
)

func TestProgressUpdatesAndClearsOneLine(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	env := &Env{Err: &out, ErrTTY: true, Getenv: func(string) string { return "" }, Now: func() time.Time { return now }}
	p := env.NewProgress()
	now = now.Add(time.Hour)
	p.Show("%d of %d\n", 1, 2)
	p.Show("not shown: too soon")
	now = now.Add(progressInterval)
	p.Show("2 of 2")
	p.Clear()
	p.Clear()
	plain := &Env{Err: &out, Getenv: env.Getenv, Now: env.Now}
	plain.NewProgress().Show("nowhere")
	if got := bytes.ReplaceAll(out.Bytes(), []byte("\x1b[2m"), nil); !bytes.HasSuffix(got, []byte("\r\x1b[K")) ||
		bytes.Count(got, []byte("\r")) != 3 || bytes.Contains(got, []byte("\n")) || bytes.Contains(got, []byte("now")) ||
		bytes.Contains(got, []byte("soon")) {
		t.Errorf("the terminal got %q", got)
	}
}

package jsonrpc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func frame(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }

func TestReaderReadsFrames(t *testing.T) {
	r := NewReader(strings.NewReader(
		frame(`{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":"ä"}}`) +
			"content-type: application/vscode-jsonrpc; charset=utf-8\ncontent-length: 33\n\n" +
			`{"jsonrpc":"2.0","method":"note"}` + frame(`{"jsonrpc":"2.0","id":"x","result":null}`),
	))
	var got []string
	for {
		m, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %s %s %t", m.ID, m.Method, m.Params, m.IsRequest()))
	}
	want := []string{`1 a {"x":"ä"} true`, ` note  false`, `"x"   false`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReaderSkipsWhatIsNotJSONRPC(t *testing.T) {
	for text, code := range map[string]int{
		`{`: ParseError, `[]`: ParseError, `{"jsonrpc":"2.0","id":{},"method":"a"}`: ParseError, `null`: InvalidRequest,
		`{}`: InvalidRequest, `{"jsonrpc":"1.0","method":"a"}`: InvalidRequest, `{"jsonrpc":"2.0","id":1}`: InvalidRequest,
	} {
		r := NewReader(strings.NewReader(frame(text) + frame(`{"jsonrpc":"2.0","method":"next"}`)))
		_, err := r.Read()
		var failure *Error
		if !errors.As(err, &failure) || failure.Code != code {
			t.Errorf("%s: got %v, want %d", text, err, code)
		}
		if m, err := r.Read(); err != nil || m.Method != "next" {
			t.Errorf("%s: the next message: %v, %v", text, m, err)
		}
	}
}

func TestReaderRefusesHostileFrames(t *testing.T) {
	for _, text := range []string{
		"\r\n{}", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999\r\n\r\n",
		fmt.Sprintf("Content-Length: %d\r\n\r\n", maxMessage+1), "Content-Length: 10\r\n\r\n{}", "Content-Length: 10",
		strings.Repeat("x", maxHeader+1), strings.Repeat("a: b\r\n", maxHeader), "GET / HTTP/1.1\r\n\r\n",
	} {
		if _, err := NewReader(strings.NewReader(text)).Read(); !errors.Is(err, ErrFrame) {
			t.Errorf("%.60q: got %v", text, err)
		}
	}
}

func TestWriterCountsTheTextWithoutSecrets(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, func(text string) string { return strings.ReplaceAll(text, "hunter22", "[redacted]") })
	for _, err := range []error{
		w.Notify("note", map[string]string{"text": "hunter22"}), w.Respond(ID(`"x"`), nil),
		w.Fail(nil, Errorf(ParseError, "no")), w.Request(7, "ask", nil),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	want := frame(`{"jsonrpc":"2.0","method":"note","params":{"text":"[redacted]"}}`) +
		frame(`{"jsonrpc":"2.0","id":"x","result":null}`) +
		frame(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`) +
		frame(`{"jsonrpc":"2.0","id":7,"method":"ask"}`)
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestLinesAreMessages(t *testing.T) {
	long := strings.Repeat("x", 1<<16)
	r := NewLineReader(strings.NewReader(
		"\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}\r\n{\n\n[]\n" +
			`{"jsonrpc":"2.0","method":"` + long + "\"}\n" + `{"jsonrpc":"2.0","method":"last"}`,
	))
	var got []string
	for {
		m, err := r.Read()
		var failure *Error
		switch {
		case errors.As(err, &failure):
			got = append(got, fmt.Sprint(failure.Code))
			continue
		case err == nil:
			got = append(got, m.Method)
			continue
		case !errors.Is(err, io.EOF):
			t.Error(err)
		}
		break
	}
	if want := []string{"a", "-32700", "-32700", long, "last"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	var out bytes.Buffer
	w := NewLineWriter(&out, func(text string) string { return text })
	if err := w.Respond(ID("1"), "a\nb"); err != nil {
		t.Error(err)
	}
	if want := `{"jsonrpc":"2.0","id":1,"result":"a\nb"}` + "\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestLineReaderRefusesAnEndlessLine(t *testing.T) {
	if _, err := NewLineReader(endless{}).Read(); !errors.Is(err, ErrFrame) {
		t.Errorf("got %v", err)
	}
}

// endless is a stream without a line break.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func FuzzReader(f *testing.F) {
	for _, seed := range []string{frame(`{"jsonrpc":"2.0","method":"a"}`), "Content-Length: 5\r\n\r\n{", "\n\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, r := range []*Reader{NewReader(bytes.NewReader(text)), NewLineReader(bytes.NewReader(text))} {
			if !ends(r, len(text)) {
				t.Error("the stream does not end")
			}
		}
	})
}

// ends reports whether a stream ends after so many messages.
func ends(r *Reader, most int) bool {
	for range most + 1 {
		var failure *Error
		if _, err := r.Read(); err != nil && !errors.As(err, &failure) {
			return true
		}
	}
	return false
}

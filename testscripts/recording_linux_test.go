package testscripts

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// recording is the terminal that the README shows.
const recording = "docs/terminal.svg"

var (
	// measured are durations, which differ from run to run, sized and counted files that differ from release to release.
	measured = regexp.MustCompile(`\d+ ms\b`)
	sized    = regexp.MustCompile(`size: \S+ kB, compressed \S+ kB`)
	counted  = regexp.MustCompile(`\d+ files with types`)
	escape   = regexp.MustCompile(`\x1b\[([\d;]*)m`)
)

// TestRecordingIsCurrent runs the commands of the README's terminal on a terminal, and compares what it shows with the
// picture, or draws it with -update.
func TestRecordingIsCurrent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var shown strings.Builder
	show := func(line string, args ...string) {
		fmt.Fprintf(&shown, "\x1b[32m$\x1b[0m \x1b[1m%s\x1b[0m\n", line)
		if len(args) > 0 {
			shown.WriteString(strings.Trim(onTerminal(t, dir, args), "\n") + "\n")
		}
	}
	show("svc init my-app --yes", "init", "my-app", "--yes")
	dir = filepath.Join(dir, "my-app")
	main := filepath.Join(dir, "src/workers/main.ts")
	source, err := os.ReadFile(main)
	if err != nil {
		t.Fatal(err)
	}
	mistaken := strings.Replace(string(source), "greeting: { type: 'string'", "greeting: { type: 'strng'", 1)
	if err := os.WriteFile(main, []byte(mistaken), 0o644); err != nil {
		t.Fatal(err)
	}
	show("cd my-app && svc check   # after a change of src/workers/main.ts", "check")
	show("svc check --fix", "check", "--fix")
	const input = `{"greeting": "Good morning"}`
	show("svc dev invoke hello -i '"+input+"'", "dev", "invoke", "hello", "-i", input)
	show("svc deploy --dry-run", "deploy", "--dry-run")
	text := counted.ReplaceAllString(measured.ReplaceAllString(shown.String(), "9 ms"), "11 files with types")
	text = sized.ReplaceAllString(text, "size: 99.9 kB, compressed 33.3 kB")
	picture := drawn(text)
	file := filepath.Join(repository, recording)
	if *update {
		if err := os.WriteFile(file, picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(want, picture) {
		t.Errorf("%s is out of date: run 'go test ./testscripts -run Recording -update' (-file +tool) %v\n%s",
			recording, err, cmp.Diff(string(want), string(picture)))
	}
}

// onTerminal returns what svc shows on a terminal of 80 columns.
func onTerminal(t *testing.T, dir string, args []string) string {
	t.Helper()
	ours, theirs, err := openTerminal()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Env = dir, []string{"HOME=" + t.TempDir(), "TERM=xterm", "SVC_KEYRING=off"}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs, theirs, theirs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	err = cmd.Start()
	theirs.Close()
	if err != nil {
		t.Fatal(err)
	}
	out, _ := io.ReadAll(ours) // EIO is the end of a terminal
	_ = cmd.Wait()             // findings have an exit code
	return strings.ReplaceAll(string(out), "\r\n", "\n")
}

const (
	rowHeight = 18  // in px
	charWidth = 8.4 // in px, of 14 px in most monospaced fonts
	columns   = 80
)

// drawn returns terminal output as a picture.
func drawn(text string) []byte {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, broken(strings.TrimSuffix(line, "\n"))...)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" role="img">
<title>svc init, check, fix, invoke and deploy --dry-run in a terminal</title>
<style>
rect{fill:#1b1f24}text{fill:#d8dee4;font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}
.b{font-weight:bold}.f{opacity:.6}.r{fill:#ff8182}.g{fill:#6fdd8b}.y{fill:#eac54f}.c{fill:#76e3ea}
</style>
<rect width="100%%" height="100%%" rx="8"/>
`, (columns+2)*charWidth+24, len(lines)*rowHeight+24)
	for i, line := range lines {
		if line != "" {
			fmt.Fprintf(&b, "<text x=\"12\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", 26+i*rowHeight, spans(line))
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// broken returns a line as a terminal breaks it. Styled lines are short, or have been wrapped.
func broken(line string) (lines []string) {
	for !strings.Contains(line, "\x1b") && len(line) > columns {
		lines, line = append(lines, line[:columns]), line[columns:]
	}
	return append(lines, line)
}

// classes are the classes of a picture by the parameters of an escape sequence.
var classes = map[string]string{"1": "b", "2": "f", "31": "r", "32": "g", "33": "y", "36": "c"}

// spans returns a line with a tspan for each style.
func spans(line string) string {
	var b strings.Builder
	class := ""
	write := func(text string) {
		var escaped bytes.Buffer
		_ = xml.EscapeText(&escaped, []byte(text)) // a buffer takes everything
		if text != "" && class != "" {
			fmt.Fprintf(&b, `<tspan class="%s">%s</tspan>`, class, &escaped)
		} else {
			b.Write(escaped.Bytes())
		}
	}
	at := 0
	for _, found := range escape.FindAllStringSubmatchIndex(line, -1) {
		write(line[at:found[0]])
		at = found[1]
		var all []string
		for _, parameter := range strings.Split(line[found[2]:found[3]], ";") {
			if name := classes[parameter]; name != "" {
				all = append(all, name)
			}
		}
		class = strings.Join(all, " ")
	}
	write(line[at:])
	return b.String()
}

package webapi

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// wptData reads a file of the module's testdata.
func wptData(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return escapedCaret.Replace(string(data))
}

// escapedCaret updates the data: the standard now escapes ^ in paths.
var escapedCaret = strings.NewReplacer("]^_%60%7B", "]%5E_%60%7B", "]^_%60az%7B", "]%5E_%60az%7B")

// runWPT runs check, a function (cases) => {count, failures}, over the data.
func runWPT(t *testing.T, data, check string, atLeast int) {
	t.Helper()
	vm := newVM(t, options())
	load(t, vm, "globalThis.check = (text) => JSON.stringify(("+check+")(JSON.parse(text)));")
	out, err := vm.Call(context.Background(), "check", data)
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Count    int
		Failures []string
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	for _, failure := range result.Failures {
		t.Error(failure)
	}
	if result.Count < atLeast {
		t.Errorf("%d cases have run, expected at least %d", result.Count, atLeast)
	}
}

const parts = `['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
	'search', 'hash']`

func TestURLPassesTheWebPlatformTests(t *testing.T) {
	runWPT(t, wptData(t, "urltestdata.json"), `(cases) => {
		const failures = [];
		let count = 0;
		for (const c of cases) {
			if (typeof c === 'string') continue;
			count++;
			const base = c.base === null ? undefined : c.base;
			const name = JSON.stringify(c.input) + ' on ' + JSON.stringify(c.base);
			let url;
			try {
				url = new URL(c.input, base);
			} catch (e) {
				if (!(e instanceof TypeError)) failures.push(name + ' throws ' + e);
			}
			if (URL.canParse(c.input, base) !== (url !== undefined)) failures.push(name + ': canParse disagrees');
			if ((url === undefined) !== !!c.failure) {
				failures.push(name + (url === undefined ? ' fails' : ' gives ' + url));
				continue;
			}
			if (url === undefined) continue;
			for (const part of `+parts+`) {
				if (c[part] === undefined || url[part] === c[part]) continue;
				failures.push(name + ': ' + part + ' is ' + url[part] + ', not ' + c[part]);
			}
			const { searchParams } = url;
			if (c.searchParams !== undefined && searchParams.toString() !== c.searchParams) {
				failures.push(name + ': searchParams are ' + searchParams);
			}
		}
		return { count, failures };
	}`, 800)
}

func TestSettersOfURLPassTheWebPlatformTests(t *testing.T) {
	runWPT(t, wptData(t, "setters_tests.json"), `(cases) => {
		const failures = [];
		let count = 0;
		for (const part of Object.keys(cases)) {
			if (part === 'comment') continue;
			for (const c of cases[part]) {
				count++;
				const url = new URL(c.href);
				url[part] = c.new_value;
				for (const key of Object.keys(c.expected)) {
					if (url[key] === c.expected[key]) continue;
					const set = c.href + ' ' + part + '=' + JSON.stringify(c.new_value);
					failures.push(set + ': ' + key + ' is ' + url[key] + ', not ' + c.expected[key]);
				}
			}
		}
		return { count, failures };
	}`, 248)
}

func TestHostsOfURLPassTheWebPlatformTests(t *testing.T) {
	const check = `(cases) => {
		const failures = [];
		let count = 0;
		for (const c of cases) {
			// Skip cases for ToASCII alone: a question mark ends the host of a URL, and the host must not be empty.
			if (typeof c === 'string' || c.input.includes('?') || c.input === '') continue;
			count++;
			let host = null;
			try { host = new URL('https://' + c.input + '/x').host; } catch {}
			if (host !== c.output) {
				failures.push(JSON.stringify(c.input) + ' is ' + host + ', not ' + c.output + ' (' + c.comment + ')');
			}
			if (c.output !== null) {
				const url = new URL('https://x/x');
				url.hostname = c.input;
				if (url.hostname !== c.output) failures.push(JSON.stringify(c.input) + ' set as hostname is ' + url.hostname);
			}
		}
		return { count, failures };
	}`
	runWPT(t, wptData(t, "toascii.json"), check, 39)
	runWPT(t, wptData(t, "IdnaTestV2.json"), check, 1000)
}

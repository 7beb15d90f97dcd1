package pages

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/yuin/gopher-lua/parse"
)

var codeBlock = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```$")

// languages are those of blocks in pages, after the page for those of one page. A nil function means that another test
// checks them.
var languages = map[string]func(text string) error{
	"":        nil, // output; a command in it is an error of Commands
	"sh":      nil, // testscripts/pages
	"console": nil, // testscripts/pages
	"ts":      nil, // sdk/test/docs/pages.test.mjs
	"tsx":     nil, // sdk/test/docs/pages.test.mjs
	"json":    func(text string) error { return json.Unmarshal([]byte(text), new(any)) },
	"toml":    func(text string) error { return toml.Unmarshal([]byte(text), new(map[string]any)) },
	"lua": func(text string) error {
		_, err := parse.Parse(strings.NewReader(text), "block")
		return err
	},
	"docs/flags.md js": nil, // testscripts/pages/flags.txtar
	"docs/ci.md yaml":  nil, // testscripts/action/action_github.txtar
}

// Readers copy these blocks into files. Scripts use some of them; the settings of editors have no other test.
func TestEachBlockOfAPageIsChecked(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	all, err := All(root)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, page := range all {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range codeBlock.FindAllSubmatch(text, -1) {
			language := string(block[1])
			if _, own := languages[page+" "+language]; own {
				language = page + " " + language
			}
			count[language]++
			check, known := languages[language]
			if !known {
				t.Errorf("%s: no test checks blocks in %q", page, language)
			} else if check == nil {
				continue
			} else if err := check(string(block[2])); err != nil {
				t.Errorf("%s: %v in\n%s", page, err, block[2])
			}
		}
	}
	for language := range languages {
		if count[language] == 0 {
			t.Errorf("no page has a block in %q", language)
		}
	}
}

func TestABlockThatDoesNotCompileIsAnError(t *testing.T) {
	t.Parallel()
	for language, text := range map[string]string{"json": "{,}", "toml": "a =", "lua": "vim.lsp.config('svc', {"} {
		if languages[language](text) == nil {
			t.Errorf("%s accepts %q", language, text)
		}
	}
}

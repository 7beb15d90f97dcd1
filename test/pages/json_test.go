package pages

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var jsonBlock = regexp.MustCompile("(?s)```json\n(.*?)```")

// Readers copy these blocks into files. Scripts use some of them; the settings of editors have no other test.
func TestJSONInPagesIsValid(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	all, err := All(root)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, page := range all {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range jsonBlock.FindAllSubmatch(text, -1) {
			count++
			var value any
			if err := json.Unmarshal(block[1], &value); err != nil {
				t.Errorf("%s: %v in\n%s", page, err, block[1])
			}
		}
	}
	if count == 0 {
		t.Error("no page shows JSON")
	}
}

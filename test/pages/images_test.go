package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// maxImage is the size of the largest image of a page, in bytes: readers load all of them.
const maxImage = 150 << 10

var imagePath = regexp.MustCompile(`(?:src|srcset)="(images/[^"]+)"`)

func TestImagesOfPagesExistAndAreSmall(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	pages, err := filepath.Glob(filepath.Join(docs, "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	count := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range imagePath.FindAllSubmatch(text, -1) {
			count++
			file, err := os.Stat(filepath.Join(docs, filepath.FromSlash(string(match[1]))))
			if err != nil {
				t.Errorf("%s: %v; run make browser PART=pictures PICTURES=write", page, err)
			} else if file.Size() > maxImage {
				t.Errorf("%s: %s has %d bytes, want at most %d", page, match[1], file.Size(), maxImage)
			}
		}
	}
	if count == 0 {
		t.Error("no page shows an image")
	}
}

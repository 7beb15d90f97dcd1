package bundle

import (
	"fmt"
	"testing"
)

func TestStarExportsFindsThoseWithoutAName(t *testing.T) {
	text := "// export * from 'no'\nexport * from './a';\nexport * as b from './b';\nexport /* x */ *\nfrom \"./c\";\n" +
		"const s = `export * from './d'`;\nexport const x = 1 * 2;\n"
	if got := fmt.Sprint(starExports(text)); got != "[{./a 22} {./c 69}]" {
		t.Errorf("got %s", got)
	}
}

func TestReexportsInManyWaysAreRefused(t *testing.T) {
	ring := func(size int) *reexports {
		r := &reexports{files: make([]reexported, size)}
		for i := range r.files {
			for j := range r.files {
				r.files[i].targets = append(r.files[i].targets, j)
			}
		}
		return r
	}
	chain := func(levels, twice int) *reexports {
		r := &reexports{}
		for i := range levels {
			file := reexported{targets: []int{i + 1}}
			for range twice {
				file.targets = append(file.targets, i+1)
			}
			r.files = append(r.files, file)
		}
		r.files = append(r.files, reexported{exports: 10})
		return r
	}
	for name, one := range map[string]struct {
		files *reexports
		want  bool
	}{
		"a small ring": {ring(4), true}, "a large ring": {ring(12), false},
		"a long chain": {chain(500, 0), true}, "a chain of twos": {chain(30, 1), false},
	} {
		if got := one.files.isBounded(); got != one.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

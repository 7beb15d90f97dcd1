package project

import (
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/region"
	"github.com/appsvc/svc/internal/sourcemap"
)

// maxSingle is how many files get their own map before everything is mapped. A build of one file takes some ms.
const maxSingle = 6

// inFile finds a position with the map of its file alone, so that one finding in a big project does not cost a second
// build of all of it.
//
// A module that is bundled alone has the same code as in the whole, except for the numbers that the bundler appends to
// names of several files. So a position in one is found in the other by counting words. If anything else differs, all
// is built.
func (l *locator) inFile(m declared.Mark) (sourcemap.Position, bool) {
	file, begin := l.file(m)
	// The bundler may wrap an imported module differently if it is bundled alone, and a small project is as quick to build
	// as a whole.
	if l.mapped != nil || !l.modules[file] || len(l.modules) <= maxSingle {
		return sourcemap.Position{}, false
	}
	single, known := l.single[file]
	if !known {
		if len(l.single) == maxSingle {
			return sourcemap.Position{}, false
		}
		single = l.mapFile(file)
		l.single[file] = single
	}
	if single == nil {
		return sourcemap.Position{}, false
	}
	whole := l.shards[m.Shard].Code
	target := int(m.Offset) - 1
	alone := region.Start(single.code, file)
	if alone < 0 {
		return sourcemap.Position{}, false
	}
	offset, same := counterpart(whole[begin:], single.code[alone:], target-begin)
	if !same {
		return sourcemap.Position{}, false
	}
	return single.lookup(alone + offset)
}

func (l *locator) mapFile(file string) *mappedScript {
	outputs, err := l.build([][]string{{file}})
	if err != nil {
		return nil
	}
	return &mappedScript{code: outputs[0].Code, data: outputs[0].Map}
}

// counterpart returns the offset in b that corresponds to an offset in a, if the two differ only in words before it.
// Otherwise same is false.
func counterpart(a, b []byte, offset int) (found int, same bool) {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		endA, endB := wordEnd(a, i), wordEnd(b, j)
		word := endA > i
		if word != (endB > j) || !word && a[i] != b[j] {
			return 0, false
		}
		if !word {
			endA, endB = i+1, j+1
		}
		if offset < endA {
			return min(j+offset-i, endB-1), true
		}
		i, j = endA, endB
	}
	return 0, false
}

// wordEnd returns the end of the word at an offset, or the offset itself.
func wordEnd(text []byte, at int) int {
	for at < len(text) {
		c := text[at]
		if c != '_' && c != '$' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			break
		}
		at++
	}
	return at
}

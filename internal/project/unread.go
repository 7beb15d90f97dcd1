package project

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/tsscan"
)

// Limits of the search for files that look like the app and are not read. A project has fewer entries below src.
const (
	maxUnreadEntries = 10_000
	maxUnreadDepth   = 12
	maxUnreadTexts   = 200
	maxUnreadSize    = 256 << 10 // bytes
)

// unreadFolders are searched for declarations that nothing reads.
var unreadFolders = []string{"src", "worker", "workers"}

// testFolders have declarations for tests.
var testFolders = []string{"test", "tests", "__tests__", "__mocks__", "testing", "fixtures", "stories", "node_modules"}

// declaringNames are the functions of the SDK that declare something.
var declaringNames = []string{
	"defineWorker", "tool", "action", "cardBackend", "trigger", "sync", "defineSource", "appObject",
	"appObjectAssociation", "appEvent", "defineApp",
}

// unread finds files that look like a part of the app and are in none of the files that were read.
func (l *loader) unread(read []string) []declared.UnreadFile {
	s := &unreadSearch{loader: l, read: read}
	for _, name := range projectfs.ConfigNames() {
		if name != l.files.config && exists(l.root, name) {
			s.found = append(s.found, declared.UnreadFile{Path: name, Call: "defineApp", At: startOf(name)})
		}
	}
	for _, folder := range unreadFolders {
		s.folder(folder, 0)
	}
	return s.found
}

type unreadSearch struct {
	*loader
	read           []string // sorted
	entries, texts int
	found          []declared.UnreadFile
}

func (s *unreadSearch) folder(dir string, depth int) {
	entries, err := s.root.ReadDir(dir, projectfs.SourceExtensions()...)
	if err != nil || depth > maxUnreadDepth {
		return
	}
	for _, entry := range entries {
		if s.entries++; s.entries > maxUnreadEntries || s.texts > maxUnreadTexts {
			return
		}
		name := path.Join(dir, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), ".") || strings.HasPrefix(entry.Name(), "_"):
		case entry.IsDir() && !slices.Contains(testFolders, entry.Name()):
			s.folder(name, depth+1)
		case entry.Type().IsRegular() && isSourceName(entry.Name()):
			s.file(name, entry)
		}
	}
}

// isSourceName excludes type declarations and tests.
func isSourceName(name string) bool {
	stem := strings.TrimSuffix(name, filepath.Ext(name))
	return projectfs.IsSource(name) && !strings.HasSuffix(stem, ".d") &&
		!strings.Contains(name, ".test.") && !strings.Contains(name, ".spec.") && !strings.Contains(name, ".stories.")
}

func (s *unreadSearch) file(name string, entry fs.DirEntry) {
	if _, isRead := slices.BinarySearch(s.read, name); isRead || slices.Contains(s.failed, name) {
		return
	}
	if info, err := entry.Info(); err != nil || info.Size() > maxUnreadSize {
		return
	}
	s.texts++
	text := string(s.readSource(name))
	var call string
	var span diag.Span
	var ok bool
	if strings.Contains(text, "@svc/sdk") {
		call, span, ok = declaringCall(text)
	}
	if !ok {
		span, ok = s.byPlace(name, text)
	}
	if ok {
		span.File = name
		s.found = append(s.found, declared.UnreadFile{Path: name, Call: call, At: declared.At(span)})
	}
}

// declaringCall finds the call of a source that declares the most: of defineWorker, else the first one. The source must
// import the SDK.
func declaringCall(text string) (call string, span diag.Span, ok bool) {
	scanner := tsscan.New(text)
	imports := false
	var word tsscan.Token
	var found tsscan.Token
	for token, more := scanner.Next(); more; token, more = scanner.Next() {
		switch token.Kind {
		case tsscan.Space, tsscan.Comment:
			continue
		case tsscan.String:
			imports = imports || strings.Trim(text[token.Start:token.End], `'"`) == "@svc/sdk"
		case tsscan.Punct:
			name := text[word.Start:word.End]
			if text[token.Start] == '(' && slices.Contains(declaringNames, name) && (!ok || call != "defineWorker") {
				if !ok || name == "defineWorker" {
					call, found, ok = name, word, true
				}
			}
		}
		word = tsscan.Token{}
		if token.Kind == tsscan.Word {
			word = token
		}
	}
	if !ok || !imports {
		return "", diag.Span{}, false
	}
	return call, tokenSpan(text, found), true
}

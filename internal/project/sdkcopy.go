package project

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/disposable"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/semver"
	"github.com/appsvc/svc/sdk"
)

// chooseSDK returns the SDK that the project has installed, or else the embedded one. An untrusted project gets the
// embedded one.
func chooseSDK(root *projectfs.Root, untrusted bool) (*bundle.SDK, []declared.Problem, error) {
	embedded, err := embeddedSDK()
	if err != nil {
		return nil, nil, err
	}
	if untrusted {
		return embedded, nil, nil
	}
	installed, found, err := bundle.InstalledSDK(root)
	if !found {
		return embedded, nil, nil
	}
	at := declared.At(dependencySpan(root))
	if err != nil {
		problem := declared.Problem{
			Rule: ruleVersionMismatch, Message: reason.Of(err), Hint: "run npm install again", At: at, IsRemark: true,
		}
		return embedded, []declared.Problem{problem}, nil
	}
	main := installed.Main(root.Dir())
	if slices.ContainsFunc(disposable.Excluded(), func(one disposable.LeftOut) bool { return one.File == main }) {
		return embedded, nil, nil
	}
	if installed.Version == embedded.Version {
		return installed, nil, nil
	}
	return installed, []declared.Problem{versionMismatch(installed.Version, embedded.Version, at)}, nil
}

// embeddedSDK returns the copy in this binary.
var embeddedSDK = sync.OnceValues(func() (*bundle.SDK, error) {
	embedded, err := bundle.EmbeddedSDK(sdk.Files)
	if err != nil {
		return nil, fmt.Errorf("cannot read the embedded SDK: %w", err)
	}
	return embedded, nil
})

// brokenSDK is the problem of an installed SDK that cannot be bundled or that throws.
func brokenSDK(file string, err error) declared.Problem {
	return declared.Problem{
		Rule: ruleThrows, Message: "cannot use the installed " + sdkPackage + ": " + reason.Of(err), At: startOf(file),
		Hint: "run npm install again",
	}
}

// dependencySpan returns the position of the SDK in package.json, or else the start of a file of the project.
func dependencySpan(root *projectfs.Root) diag.Span {
	span := diag.Span{File: "package.json", Line: 1, Column: 1, EndLine: 1, EndColumn: 1}
	text, err := root.ReadImport(span.File)
	if err != nil {
		span.File = defaultConfig // the package is installed above the project
		return span
	}
	name := []byte(`"` + sdkPackage + `"`)
	at := bytes.Index(text, name)
	if at < 0 {
		return span
	}
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	span.Line, span.Column = bytes.Count(text[:at], []byte("\n"))+1, utf16Len(string(text[start:at]))+1
	span.EndLine, span.EndColumn = span.Line, span.Column+len(name)
	return span
}

// versionMismatch reports which of the SDK and the tool is older.
func versionMismatch(installed, own string, at declared.Mark) declared.Problem {
	hint := "upgrade svc to " + installed
	if semver.IsOlder(installed, own) {
		hint = "upgrade the package: npm install @svc/sdk@" + own
	}
	return declared.Problem{
		Rule: ruleVersionMismatch, Hint: hint, At: at, IsRemark: true,
		Message: fmt.Sprintf("the project has @svc/sdk %s installed, but this svc is built for %s", installed, own),
	}
}

package lsp

import "encoding/json"

// The part of the Language Server Protocol 3.17 that the server uses, with the names of the specification.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"` // in UTF-16 code units
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type diagnostic struct {
	Range           textRange            `json:"range"`
	Severity        int                  `json:"severity"`
	Code            string               `json:"code"`
	CodeDescription *codeDescription     `json:"codeDescription,omitempty"`
	Source          string               `json:"source"`
	Message         string               `json:"message"`
	Related         []relatedInformation `json:"relatedInformation,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type publishDiagnostics struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type documentEdit struct {
	TextDocument versionedDocument `json:"textDocument"`
	Edits        []textEdit        `json:"edits"`
}

type versionedDocument struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"` // null for a file that is not open
}

type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *workspaceEdit `json:"edit"`
}

type hover struct {
	Contents markupContent `json:"contents"`
	Range    textRange     `json:"range"`
}

type markupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type completionItem struct {
	Label    string    `json:"label"`
	Kind     int       `json:"kind"`
	Detail   string    `json:"detail,omitempty"`
	TextEdit *textEdit `json:"textEdit,omitempty"`
}

type documentPosition struct {
	TextDocument struct {
		URI string `json:"uri"`
	} `json:"textDocument"`
	Position position `json:"position"`
}

type codeActionParams struct {
	TextDocument struct {
		URI string `json:"uri"`
	} `json:"textDocument"`
	Range   textRange `json:"range"`
	Context struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type didOpen struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type didChange struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	Changes []contentChange `json:"contentChanges"`
}

// contentChange replaces a range, or the whole text without one.
type contentChange struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

type initializeParams struct {
	RootURI string `json:"rootUri"`
	Folders []struct {
		URI string `json:"uri"`
	} `json:"workspaceFolders"`
	Trace        string `json:"trace"`
	Capabilities struct {
		Workspace struct {
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
		} `json:"workspace"`
		TextDocument struct {
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

// Values of enumerations.
const (
	severityError, severityWarning = 1, 2
	messageError, messageInfo      = 1, 3
	syncIncremental                = 2
	kindValue                      = 12 // of a completion
	kindReference                  = 18
	quickFix                       = "quickfix"
	fixAll                         = "source.fixAll.svc"
)

// capabilities are what the server can do, as initialize answers.
func capabilities(version string) any {
	return map[string]any{
		"serverInfo": map[string]string{"name": "svc", "version": version},
		"capabilities": map[string]any{
			"positionEncoding": "utf-16",
			"textDocumentSync": map[string]any{
				"openClose": true, "change": syncIncremental, "save": map[string]bool{"includeText": false},
			},
			"codeActionProvider": map[string]any{"codeActionKinds": []string{quickFix, fixAll}},
			"hoverProvider":      true,
			"definitionProvider": true,
			"completionProvider": map[string]any{"triggerCharacters": []string{"'", `"`, "`", "."}},
		},
	}
}

// decode reads the parameters of a message.
func decode[T any](params json.RawMessage) (*T, error) {
	value := new(T)
	if len(params) == 0 {
		return value, nil
	}
	if err := json.Unmarshal(params, value); err != nil {
		return nil, err
	}
	return value, nil
}

package build

import (
	"bytes"
	"compress/gzip"
	"testing"
)

func TestScriptsAreMeasuredAsOneText(t *testing.T) {
	output := mustBuild(t, writeApp(t, t.TempDir(), app), nil)
	for i := range output.Scripts {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		for _, shared := range []bool{true, false} {
			for _, module := range output.Scripts[i].Modules {
				if module.Shared == shared {
					_, _ = w.Write(module.Text)
				}
			}
		}
		_ = w.Close()
		got, want := output.Report.Scripts[i].GzipBytes, packed.Len()
		if got < want || got > want+want/100 {
			t.Errorf("%s: got %d bytes, want %d, at most one percent more", output.Scripts[i].Name, got, want)
		}
	}
}

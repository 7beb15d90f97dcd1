package live

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A project may come with a beacon, which must send commands nowhere else than to a server on this machine.
func TestABeaconNamesAServerOnThisMachine(t *testing.T) {
	for origin, isValid := range map[string]bool{
		"http://localhost:8787": true, "http://localhost:1": true,
		"": false, "http://localhost": false, "https://localhost:8787": false, "http://example.com:8787": false,
		"http://localhost:8787/": false, "http://localhost:8787/admin?x=": false, "http://localhost:8787#": false,
		"http://user:password@localhost:8787": false, "http://localhost:80@example.com": false,
		"http://localhost.example.com:80": false, "http://127.0.0.1:8787": false, "http://localhost:8787\n": false,
		"file:///etc/passwd": false, "http://localhost:123456": false,
	} {
		dir := withBeacon(t, fmt.Sprintf(`{"origin":%q,"token":"known"}`, origin))
		_, found, err := FindBeacon(dir)
		if found != isValid || (err == nil) != isValid {
			t.Errorf("%q: found %t, %v", origin, found, err)
		}
		if err != nil && !strings.Contains(err.Error(), "expected http://localhost:<port>") {
			t.Errorf("%q: %v", origin, err)
		}
	}
}

func TestTheBeaconOfAStrangerIsRemoved(t *testing.T) {
	for text, isRemoved := range map[string]bool{
		`{"origin":"http://localhost:8787","token":"known"}`: true,
		`{"origin":"http://localhost:8788","token":"known"}`: false, // of a server that may run
		`not JSON`: false,
	} {
		dir := withBeacon(t, text)
		if err := RemoveForeign(dir, "http://localhost:8787"); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if _, err := os.Stat(filepath.Join(dir, ".svc", beaconName)); os.IsNotExist(err) != isRemoved {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := RemoveForeign(t.TempDir(), "http://localhost:8787"); err != nil {
		t.Error(err)
	}
}

func withBeacon(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".svc"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".svc", beaconName), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

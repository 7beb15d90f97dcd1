package upgrade

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/appsvc/svc/internal/semver"
)

// day is how long an answer of the registry holds.
const day = 24 * time.Hour

// answer is the last answer of a registry, as the user's cache has it.
type answer struct {
	Registry string    `json:"registry"`
	Newest   string    `json:"newest"`
	At       time.Time `json:"at"`
}

// holds reports whether the registry need not be asked again. An answer from the future does not hold.
func (a answer) holds(registry string, now time.Time) bool {
	age := now.Sub(a.At)
	return a.Registry == registry && semver.IsValid(a.Newest) && age >= 0 && age < day
}

// readAnswer returns the zero answer if the file is missing or damaged: then the registry is asked.
func readAnswer(file string) (a answer) {
	text, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(text, &a) != nil {
		return answer{}
	}
	return a
}

// write replaces the file. A failure only means that the registry is asked again.
func (a answer) write(file string) {
	text, err := json.Marshal(a)
	if err != nil || file == "" || os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return
	}
	draft := file + ".new"
	if os.WriteFile(draft, append(text, '\n'), 0o600) == nil {
		_ = os.Rename(draft, file)
	}
}

// answerFile returns the path of the file in the user's cache, or "" without a home folder.
func answerFile(getenv func(string) string) string {
	folder, home := getenv("XDG_CACHE_HOME"), getenv("HOME")
	switch {
	case runtime.GOOS == "windows":
		folder = getenv("LocalAppData")
	case filepath.IsAbs(folder):
	case home == "":
		folder = ""
	case runtime.GOOS == "darwin":
		folder = filepath.Join(home, "Library", "Caches")
	default:
		folder = filepath.Join(home, ".cache")
	}
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "svc", "newest.json")
}

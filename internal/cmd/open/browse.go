package open

import (
	"os/exec"
	"runtime"
	"time"
)

// browseWait is the time limit for a browser to fail.
const browseWait = 2 * time.Second

// browse starts the browser. The URL is one argument, not part of a shell command. A process that still runs after
// browseWait is a browser.
func browse(url string) error {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	command := exec.Command(name, args...)
	if err := command.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(browseWait):
		return nil
	}
}

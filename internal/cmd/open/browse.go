package open

import (
	"os/exec"
	"runtime"
	"time"
)

// browseWait is how long a browser may take to say that it cannot start.
const browseWait = 2 * time.Second

// browse has the system start the browser. The address is one argument, never a part of a shell's line. What is
// still running after a while is a browser.
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

package loopback

import "testing"

func TestIsHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "main.localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true,
		"": false, "localhost.example": false, "notlocalhost": false, "LOCALHOST": false, "localhost.": false,
		"10.0.0.1": false, "0.0.0.0": false, "127.0.0.1.example": false,
	} {
		if got := IsHost(host); got != want {
			t.Errorf("IsHost(%q) = %v, want %v", host, got, want)
		}
	}
}

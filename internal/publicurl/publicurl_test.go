package publicurl

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"testing"
)

func TestJudgeFollowsTheContract(t *testing.T) {
	text, err := os.ReadFile("../../contract/urls/urls.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Public  []string
		Refused []struct{ URL, Why string }
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors.Public) == 0 || len(vectors.Refused) == 0 {
		t.Fatalf("contract/urls has no vectors: %v", err)
	}
	for _, raw := range vectors.Public {
		if err := Judge(raw); err != nil {
			t.Errorf("Judge(%q) = %v, want nil", raw, err)
		}
	}
	for _, v := range vectors.Refused {
		if err := Judge(v.URL); err == nil || !strings.Contains(err.Error(), v.Why) {
			t.Errorf("Judge(%q) = %v, want an error about %q", v.URL, err, v.Why)
		}
	}
}

func TestJudgeRefusesURLsThatAreNotText(t *testing.T) {
	for _, raw := range []string{"https://\xff.example.com", "https://a.example.com/" + strings.Repeat("a", 1<<15)} {
		if err := Judge(raw); err == nil || !strings.Contains(err.Error(), "not a valid URL") {
			t.Errorf("Judge(%.40q) = %v, want an error", raw, err)
		}
	}
}

func TestJudgeLimitsTheLengthInBytes(t *testing.T) {
	const start = "https://a.example.com/é"
	for missing, want := range map[int]bool{0: true, 1: false} {
		raw := start + strings.Repeat("a", maxLength-len(start)+missing)
		if got := Judge(raw) == nil; got != want {
			t.Errorf("a URL of %d bytes is public: %v, want %v", len(raw), got, want)
		}
	}
}

func TestParseReturnsTheParts(t *testing.T) {
	u, err := Parse("https://me@API.Example.com.:8443/v2/x?a=b?c#d#e")
	if err != nil {
		t.Fatal(err)
	}
	want := URL{
		Host: "api.example.com", Credentials: true, spelled: "API.Example.com.",
	}
	if u != want {
		t.Errorf("got %+v, want %+v", u, want)
	}
}

// FuzzIPv4Spellings checks that every spelling of an address gets the same verdict.
func FuzzIPv4Spellings(f *testing.F) {
	f.Add(uint32(0x7f000001))
	f.Add(uint32(0x08080808))
	f.Add(uint32(0xa9fea9fe))
	f.Fuzz(func(t *testing.T, n uint32) {
		var b [4]byte
		binary.BigEndian.PutUint32(b[:], n)
		public := Judge("https://"+netip.AddrFrom4(b).String()) == nil
		for _, host := range []string{
			fmt.Sprint(n), fmt.Sprintf("0x%x", n), fmt.Sprintf("0%o", n),
			fmt.Sprintf("%d.%d", b[0], n&0xffffff),
			fmt.Sprintf("%d.0x%x.%d", b[0], b[1], n&0xffff),
			fmt.Sprintf("0%o.%d.0X%X.%d.", b[0], b[1], b[2], b[3]),
			fmt.Sprintf("[::ffff:%d.%d.%d.%d]", b[0], b[1], b[2], b[3]),
			fmt.Sprintf("[64:ff9b::%x:%x]", n>>16, n&0xffff),
			fmt.Sprintf("[2002:%x:%x::1]", n>>16, n&0xffff),
		} {
			if got := Judge("https://"+host) == nil; got != public {
				t.Errorf("%s is public: %v, but as %s: %v", netip.AddrFrom4(b), public, host, got)
			}
		}
	})
}

// FuzzJudge checks that the standard library agrees with a verdict of public, in any letter case and with a
// trailing dot.
func FuzzJudge(f *testing.F) {
	for _, raw := range []string{
		"https://mcp.example.com/x", "https://0x7f.1", "https://[::1]", "https://a@b.example", "https://ｌocalhost",
		"https://%6c.example",
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if Judge(raw) != nil {
			return
		}
		u, err := Parse(raw)
		if err != nil || u.Host == "" || u.Credentials {
			t.Fatalf("judged public, but Parse gives %+v, %v", u, err)
		}
		if parsed, err := url.Parse(raw); err == nil {
			address, err := netip.ParseAddr(parsed.Hostname())
			if err == nil && (address.IsPrivate() || !address.IsGlobalUnicast() || address.IsLoopback()) {
				t.Errorf("%q was judged public", raw)
			}
		}
		if again := Judge("https://" + strings.ToUpper(hostOf(u))); again != nil {
			t.Errorf("%q was judged public, its host %q not: %v", raw, u.Host, again)
		}
	})
}

func hostOf(u URL) string {
	if u.address.Is6() {
		return "[" + u.Host + "]"
	}
	return u.Host + "."
}

func TestLoopbackIsTheMachineThatOpensTheURL(t *testing.T) {
	for raw, want := range map[string]bool{
		"https://localhost:3000": true, "https://app.localhost": true, "https://127.1/x": true, "https://[::1]": true,
		"https://0.0.0.0": true, "https://[::ffff:127.0.0.1]": true,
		"https://10.0.0.7": false, "https://reports.intranet": false, "https://notlocalhost": false,
		"https://example.com": false,
	} {
		u, err := Parse(raw)
		if err != nil || u.Loopback() != want {
			t.Errorf("Loopback of %s is %v (%v), want %v", raw, u.Loopback(), err, want)
		}
	}
}

package publicurl

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

func TestJudgeAcceptsPublicURLs(t *testing.T) {
	for _, raw := range []string{
		"https://mcp.example.com",
		"https://mcp.example.com/v1/mcp?tenant=1#top",
		"HTTPS://MCP.Example.COM.",
		"https://mcp.example.com:8443/",
		"https://mcp.example",
		"https://8.8.8.8/mcp",
		"https://0x08080808",
		"https://172.15.255.255",
		"https://172.32.0.1",
		"https://100.63.255.255",
		"https://100.128.0.1",
		"https://[2606:4700:4700::1111]/mcp",
		"https://[::ffff:8.8.8.8]",
		"https://[64:ff9b::808:808]",
		"https://[2002:808:808::1]",
		"https://[2001:0:808:808:0:0:f7f7:f7f7]:443",
		"https://localhost.example.com",
		"https://my-local.example.com",
		"https://internal.example.com",
		"https://bücher.example",
		"https://xn--bcher-kva.example",
		"https://例え.テスト例.jp",
		"https://a_b.example.com",
		"https://mcp.example.com/path%20with/%2e%2e/@127.0.0.1",
		"https://mcp.example.com?next=http://localhost",
	} {
		if err := Judge(raw); err != nil {
			t.Errorf("Judge(%q) = %v, want nil", raw, err)
		}
	}
}

func TestJudgeRefusesEverySpellingOfAPrivateHost(t *testing.T) {
	for raw, want := range map[string]string{
		// names
		"https://localhost":                  "local machine",
		"https://LOCALHOST:3000/mcp":         "local machine",
		"https://localhost.":                 "local machine",
		"https://api.localhost":              "local machine",
		"https://printer.local":              "local machine",
		"https://mcp.corp.internal.":         "local machine",
		"https://mcp.home.arpa":              "local machine",
		"https://intranet":                   "local machine",
		"https://api.default.svc":            "local machine",
		"https://api.prod.svc.cluster.local": "local machine",
		"https://vault.service.consul.":      "local machine",
		"https://mcp":                        "no domain",
		"https://loc%61lhost":                "local machine",
		"https://%6c%6F%63%61%6c%68ost":      "local machine",
		"https://ｌｏｃａｌｈｏｓｔ":                  "local machine",
		"https://ⓛocalhost":                  "local machine",
		"https://lo\u00adcalhost":            "local machine",
		"https://local\u200dhost":            "not a valid name",
		"https://example.com@localhost":      "local machine",
		"https://example.com:443@127.0.0.1":  "loopback",
		// IPv4
		"https://127.0.0.1":        "loopback",
		"https://127.0.0.1.":       "loopback",
		"https://127.8.9.10:443/":  "loopback",
		"https://127.1":            "loopback",
		"https://127.0.1":          "loopback",
		"https://2130706433":       "loopback",
		"https://0x7f000001":       "loopback",
		"https://0X7F.0.0.1":       "loopback",
		"https://0177.0.0.1":       "loopback",
		"https://017700000001":     "loopback",
		"https://0x7f.1":           "loopback",
		"https://127.0.0.0x1":      "loopback",
		"https://１２７.０.０.１":        "loopback",
		"https://127。0。0。1":        "loopback",
		"https://127｡0｡0｡1":        "loopback",
		"https://①②⑦.0.0.1":        "loopback",
		"https://%31%32%37.0.0.1":  "loopback",
		"https://10.0.0.1":         "private",
		"https://172.16.0.1":       "private",
		"https://172.31.255.255":   "private",
		"https://192.168.1.1":      "private",
		"https://0300.0250.1.1":    "private",
		"https://169.254.169.254":  "link-local",
		"https://2852039166":       "link-local",
		"https://100.64.0.1":       "carrier-grade",
		"https://100.127.255.255":  "carrier-grade",
		"https://0.0.0.0":          "unspecified",
		"https://0":                "unspecified",
		"https://0x":               "unspecified",
		"https://0.1.2.3":          "local network",
		"https://224.0.0.1":        "multicast",
		"https://255.255.255.255":  "broadcast",
		"https://240.0.0.1":        "reserved",
		"https://192.0.2.1":        "documentation",
		"https://198.51.100.7":     "documentation",
		"https://203.0.113.7":      "documentation",
		"https://198.18.0.1":       "benchmarking",
		"https://user:pw@10.0.0.1": "private",
		// IPv6
		"https://[::1]":                           "loopback",
		"https://[::]":                            "unspecified",
		"https://[0:0:0:0:0:0:0:1]:8443":          "loopback",
		"https://[fe80::1]":                       "link-local",
		"https://[fec0::1]":                       "site-local",
		"https://[fd12:3456::1]":                  "unique-local",
		"https://[fc00::1]":                       "unique-local",
		"https://[ff02::1]":                       "multicast",
		"https://[2001:db8::1]":                   "documentation",
		"https://[3fff::1]":                       "documentation",
		"https://[::ffff:127.0.0.1]":              "loopback",
		"https://[::FFFF:7f00:1]":                 "loopback",
		"https://[::ffff:c0a8:101]":               "private",
		"https://[::127.0.0.1]":                   "loopback",
		"https://[::7f00:1]":                      "loopback",
		"https://[64:ff9b::10.0.0.1]":             "private",
		"https://[64:ff9b:1::1]":                  "translation",
		"https://[2002:7f00:1::]":                 "loopback",
		"https://[2002:a00:1::1]":                 "private",
		"https://[2001:0:808:808:0:0:80ff:fffe]":  "loopback",
		"https://[100::1]":                        "reserved",
		"https://[1::1]":                          "reserved",
		"https://[::ffff:0:127.0.0.1]":            "reserved",
		"https://[4000::1]":                       "reserved",
		"https://user@[::1]/":                     "loopback",
		"https://[0000:0000::ffff:169.254.1.1]:1": "link-local",
	} {
		if err := Judge(raw); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Judge(%q) = %v, want an error about %q", raw, err, want)
		}
	}
}

func TestJudgeRefusesInvalidURLs(t *testing.T) {
	for raw, want := range map[string]string{
		"":                               "absolute https",
		"mcp.example.com":                "absolute https",
		"//mcp.example.com":              "absolute https",
		"/mcp":                           "absolute https",
		"https:mcp.example.com":          "absolute https",
		"https:/mcp.example.com":         "absolute https",
		"https:///mcp.example.com":       "no host",
		"https://":                       "no host",
		"https://.":                      "no host",
		"https://:443":                   "no host",
		"https://user@":                  "no host",
		"http://mcp.example.com":         "http, not https",
		"HTTP://mcp.example.com":         "http, not https",
		"wss://mcp.example.com":          "wss, not https",
		"javascript://x.example.com":     "javascript, not https",
		" https://mcp.example.com":       "space",
		"https://mcp.exa mple.com":       "space",
		"https://mcp.example\t.com":      "space",
		"https://mcp.example.com\n":      "space",
		`https:\\mcp.example.com`:        "backslash",
		`https://mcp.example.com\@evil`:  "backslash",
		"https://mcp..example.com":       "not a valid name",
		"https://mcp.example.com..":      "not a valid name",
		"https://-ok.exa$mple.com":       "not a valid name",
		"https://mcp.exam%2fple.com":     "not a valid name",
		"https://mcp.%zz.com":            "not a valid name",
		"https://%ff.example.com":        "not a valid name",
		"https://mcp.example.com:0":      "port",
		"https://mcp.example.com:65536":  "port",
		"https://mcp.example.com:80a":    "port",
		"https://999.1.1.1":              "not a valid IPv4",
		"https://1.2.3.4.5":              "not a valid IPv4",
		"https://1.2.3.09":               "not a valid IPv4",
		"https://4294967296":             "not a valid IPv4",
		"https://+1.0":                   "not a valid IPv4",
		"https://127.0.0.0x100":          "not a valid IPv4",
		"https://[::1":                   "not a valid IPv6",
		"https://[::1%25eth0]":           "not a valid IPv6",
		"https://[127.0.0.1]":            "not a valid IPv6",
		"https://[::1]x":                 "not a valid IPv6",
		"https://key:pw@mcp.example.com": "credentials",
		"https://@mcp.example.com":       "credentials",
		"https://\xff.example.com":       "not a valid URL",
		"https://" + strings.Repeat("a", 64) + ".example.com":  "not a valid name",
		"https://" + strings.Repeat("a.", 127) + "example.com": "longer than",
		"https://a.example.com/" + strings.Repeat("a", 1<<15):  "not a valid URL",
	} {
		if err := Judge(raw); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Judge(%q) = %v, want an error about %q", raw, err, want)
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

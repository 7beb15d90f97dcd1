package publicurl

import (
	"fmt"
	"net/netip"
)

// span is a range of addresses.
type span struct {
	prefix string
	what   string
}

// privateSpans are the ranges of the IANA special-purpose registries that are not globally reachable, narrower
// ranges first.
var privateSpans = []span{
	{"0.0.0.0/32", "the unspecified address"},
	{"0.0.0.0/8", "an address of the local network"},
	{"10.0.0.0/8", "a private address"},
	{"100.64.0.0/10", "a carrier-grade NAT address"},
	{"127.0.0.0/8", "a loopback address"},
	{"169.254.0.0/16", "a link-local address"},
	{"172.16.0.0/12", "a private address"},
	{"192.0.0.0/24", "a reserved address"},
	{"192.0.2.0/24", "a documentation address"},
	{"192.88.99.0/24", "a reserved address"},
	{"192.168.0.0/16", "a private address"},
	{"198.18.0.0/15", "a benchmarking address"},
	{"198.51.100.0/24", "a documentation address"},
	{"203.0.113.0/24", "a documentation address"},
	{"224.0.0.0/4", "a multicast address"},
	{"255.255.255.255/32", "the broadcast address"},
	{"240.0.0.0/4", "a reserved address"},

	{"::/128", "the unspecified address"},
	{"::1/128", "a loopback address"},
	{"fe80::/10", "a link-local address"},
	{"fec0::/10", "a site-local address"},
	{"fc00::/7", "a unique-local address"},
	{"ff00::/8", "a multicast address"},
	{"64:ff9b:1::/48", "a private translation address"},
	{"2001:2::/48", "a benchmarking address"},
	{"2001:10::/28", "a reserved address"},
	{"2001:20::/28", "a reserved address"},
	{"2001:db8::/32", "a documentation address"},
	{"3fff::/20", "a documentation address"},
}

// globalUnicast is the only IPv6 range that IANA allocates for the public internet.
const globalUnicast = "2000::/3"

// privateAddress returns the kind of an address that the public internet does not route, "" for a public one.
func privateAddress(address netip.Addr) string {
	for _, s := range privateSpans {
		if within(address, s.prefix) {
			return s.what
		}
	}
	inner := embedded(address)
	for _, v4 := range inner {
		if why := privateAddress(v4); why != "" {
			return fmt.Sprintf("an address that embeds %s, %s", v4, why)
		}
	}
	if address.Is6() && len(inner) == 0 && !within(address, globalUnicast) {
		return "a reserved address"
	}
	return ""
}

// embedded returns the IPv4 addresses within an IPv6 address.
func embedded(address netip.Addr) []netip.Addr {
	if !address.Is6() {
		return nil
	}
	b := address.As16()
	switch {
	case within(address, "::ffff:0:0/96"), // IPv4-mapped
		within(address, "::/96"),        // IPv4-compatible
		within(address, "64:ff9b::/96"): // NAT64
		return []netip.Addr{netip.AddrFrom4([4]byte(b[12:]))}
	case within(address, "2002::/16"): // 6to4
		return []netip.Addr{netip.AddrFrom4([4]byte(b[2:6]))}
	case within(address, "2001::/32"): // Teredo: the server, and the client with its bits inverted
		client := [4]byte{^b[12], ^b[13], ^b[14], ^b[15]}
		return []netip.Addr{netip.AddrFrom4([4]byte(b[4:8])), netip.AddrFrom4(client)}
	}
	return nil
}

// within reports whether a prefix of the same IP version contains an address.
func within(address netip.Addr, prefix string) bool {
	return netip.MustParsePrefix(prefix).Contains(address)
}

package host

import "time"

const (
	// steadyLife is how long a VM must run to count as working: code that fails at its start fails sooner.
	steadyLife = 10 * time.Second
	// restartBase is the pause before the second restart of a VM that keeps dying. It doubles up to restartCap.
	restartBase, restartCap = 250 * time.Millisecond, 10 * time.Second
)

// restartBackoff counts VMs that died soon after their start.
type restartBackoff struct{ deaths int }

// died notes the death of a VM and returns the pause before the next start. The first death has none.
func (b *restartBackoff) died(life time.Duration) time.Duration {
	if life >= steadyLife {
		b.deaths = 0
		return 0
	}
	b.deaths++
	if b.deaths == 1 {
		return 0
	}
	return min(restartBase<<min(b.deaths-2, 10), restartCap)
}

// This file measures, prints and judges.

package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// rounds is how often the rate at each concurrency is measured; the best counts, since the machine is shared.
const rounds = 3

// measure runs the whole program. An error is a promise that was broken, or what kept it from being measured.
func measure(l *load, short bool) error {
	unit := 1000 // requests
	if short {
		unit = 100
	}
	if _, err := l.many(unit, promisedAt); err != nil {
		return err // warming up
	}
	var broken []error
	for _, clients := range []int{1, promisedAt, 16} {
		best, err := l.best(4*unit, clients)
		if err != nil {
			return err
		}
		fmt.Printf(
			"concurrency %2d: %5.0f requests/s, p50 %.2f ms, p99 %.2f ms\n", clients, best.rate(), ms(best.quantile(0.5)),
			ms(best.quantile(0.99)),
		)
		if clients == promisedAt && (best.rate() < minRate || best.quantile(0.99) > maxP99) {
			broken = append(
				broken, fmt.Errorf("at concurrency %d the promise is %d requests/s with a p99 under %v", clients, minRate, maxP99),
			)
		}
	}
	if err := l.memory(short); err != nil {
		broken = append(broken, err)
	}
	if err := l.missed(); err != nil {
		broken = append(broken, err)
	}
	return errors.Join(broken...)
}

func (l *load) best(n, clients int) (*series, error) {
	var best *series
	for range rounds {
		s, err := l.many(n, clients)
		if err != nil {
			return nil, err
		}
		if best == nil || s.rate() > best.rate() {
			best = s
		}
	}
	return best, nil
}

// memory compares what is resident after 10,000 and after 100,000 requests.
func (l *load) memory(short bool) error {
	early, late := 10_000, 100_000
	if short {
		early, late = 1000, 10_000
	}
	if _, err := l.many(early, promisedAt); err != nil {
		return err
	}
	before, err := resident()
	if err != nil {
		return err
	}
	if _, err := l.many(late-early, promisedAt); err != nil {
		return err
	}
	after, err := resident()
	if err != nil {
		return err
	}
	growth := float64(after) / float64(before)
	fmt.Printf("resident after %d requests %d MB, after %d %d MB: %.2fx\n", early, before>>20, late, after>>20, growth)
	if !short && growth > maxGrowth {
		return fmt.Errorf("the promise is that memory grows to at most %.1fx", maxGrowth)
	}
	return nil
}

// resident is the memory of this process, client and server, in bytes, without what the collector has freed
// and not yet given back: how much that is changes from second to second.
func resident() (int64, error) {
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("/proc/self/status has no VmRSS")
}

// missed poisons VMs, and measures from the answer of the poisoned request to that of the next one.
func (l *load) missed() error {
	var worst time.Duration
	const times = 20
	for range times {
		status, err := l.ask("poison")
		if err != nil || status != http.StatusInternalServerError {
			return fmt.Errorf("a poisoned request: status %d, %w", status, err)
		}
		begun := time.Now()
		if status, err = l.ask("constant"); err != nil || status != http.StatusOK {
			return fmt.Errorf("after a poisoned request: status %d, %w", status, err)
		}
		worst = max(worst, time.Since(begun))
	}
	fmt.Printf("a poisoned VM is missed for %.1f ms at most (%d times)\n", ms(worst), times)
	if worst > maxMissed {
		return fmt.Errorf("the promise is that a VM is replaced within %v", maxMissed)
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

package hugepages

import (
	"bufio"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// advised returns how many bytes of this process's memory the system may place in huge pages.
func advised(t *testing.T) (size uint64) {
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	last := uint64(0)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		switch words[0] {
		case "Size:":
			last, _ = strconv.ParseUint(words[1], 10, 64)
		case "VmFlags:":
			for _, flag := range words[1:] {
				if flag == "hg" {
					size += last << 10
				}
			}
		}
	}
	return size
}

func TestReservedMemoryIsFreeWithoutCollection(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip(err)
	}
	for _, size := range []int{32 << 20, 100 << 20, 300 << 20} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Reserve(size)
		want := uint64(size - pageSize)
		for range 100 {
			runtime.ReadMemStats(&after)
			if after.HeapIdle >= want && after.StackInuse < want {
				break
			}
			time.Sleep(time.Millisecond) // the goroutines end
		}
		if after.NumGC != before.NumGC {
			t.Errorf("%d: it collected garbage %d times", size, after.NumGC-before.NumGC)
		}
		if after.HeapIdle < want || after.StackInuse >= want {
			t.Errorf("%d: %d bytes are free, stacks use %d", size, after.HeapIdle, after.StackInuse)
		}
		if got := advised(t); got < want {
			t.Errorf("%d: %d bytes may be in huge pages", size, got)
		}
	}
}

func TestBeginProvidesTheFirstPartOfTheHeap(t *testing.T) {
	Begin()
	var here byte
	first := uintptr(unsafe.Pointer(&here)) &^ (chunk - 1)
	resident := make([]byte, (populated-pageSize)/os.Getpagesize())
	_, _, failure := syscall.Syscall(
		syscall.SYS_MINCORE, first+pageSize, populated-pageSize, uintptr(unsafe.Pointer(&resident[0])),
	)
	if failure != 0 {
		t.Fatal(failure)
	}
	if missing := slices.Index(resident, 0); missing >= 0 {
		t.Errorf("page %d of %d is not in memory", missing, len(resident))
	}
}

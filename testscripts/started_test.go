package testscripts

import "sync"

// started holds what scripts have started, by URL. Scripts run side by side.
type started[T any] struct{ byURL sync.Map }

func (s *started[T]) set(url string, what T) { s.byURL.Store(url, what) }

// get returns the zero value for a URL of none.
func (s *started[T]) get(url string) T {
	value, _ := s.byURL.Load(url)
	what, _ := value.(T)
	return what
}

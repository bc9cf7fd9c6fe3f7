package recall

import "encoding/binary"

// A Neighbour is a word that is used like another, by the cosine of their vectors.
type Neighbour struct {
	Word   string
	Cosine float64
}

// PackRelated writes the table that LoadRelated reads. The words are in the order of
// their frequency; each has its neighbours, the closest first. Stop words are left out.
func PackRelated(words []string, near func(word string) []Neighbour) []byte {
	t := tables()
	numbers := make(map[string]int)
	var stems []string
	var lists [][]uint16
	for _, w := range words {
		stem := t.stem(w)
		base, irregular := t.forms[w]
		if _, there := numbers[stem]; there || irregular && base == "" || len(stems) == maxRelatedStems {
			continue
		}
		numbers[stem] = len(stems)
		stems = append(stems, stem)
	}
	lists = make([][]uint16, len(stems))
	seen := make(map[[2]int]bool)
	for _, w := range words {
		from, there := numbers[t.stem(w)]
		if !there {
			continue
		}
		for _, other := range near(w) {
			to, there := numbers[t.stem(other.Word)]
			if !there || to == from || seen[[2]int{from, to}] || len(lists[from]) == maxNeighbours {
				continue
			}
			seen[[2]int{from, to}] = true
			closest := min(max(int(other.Cosine*10)-4, 0), 1<<closeBits-1)
			lists[from] = append(lists[from], uint16(to<<closeBits|closest))
		}
	}
	out := binary.LittleEndian.AppendUint16(nil, uint16(len(stems)))
	for _, stem := range stems {
		out = append(append(out, stem...), '\n')
	}
	for _, list := range lists {
		out = append(out, byte(len(list)))
	}
	for _, list := range lists {
		for _, entry := range list {
			out = binary.LittleEndian.AppendUint16(out, entry)
		}
	}
	return out
}

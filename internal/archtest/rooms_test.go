package archtest

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rooms gives each folder of the page its row: its files may import files of the
// same folder and of folders in lower rows. Types count as all else does. The
// table is that of docs/architecture.md.
var rooms = map[string]int{
	"core":           1,
	"markdown":       0,
	"service":        0,
	"text":           0,
	"shared":         2,
	"models/local":   3,
	"prose":          3,
	"settings":       3,
	"storage":        3,
	"storage/reader": 2,
	"documents":      4,
	"models":         4,
	"composer":       5,
	"history":        6,
	"pieces":         6,
	"memory":         7,
	"offline":        7,
	"data":           7,
	"faq":            7,
	"chat":           8,
	"temporary":      9,
	"app":            10,
}

const page = "web/src"

// imported matches what a file of TypeScript imports, by a statement, for its
// effect, as a type or when it runs.
var imported = regexp.MustCompile(`(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']`)

// pageImports returns the files of the page, each with the files it imports, by
// their paths below web/src.
func pageImports(t *testing.T, root string) map[string][]string {
	all := sources(t, root, page, ".ts", ".tsx")
	graph := make(map[string][]string)
	for _, name := range all {
		own := strings.TrimPrefix(name, page+"/")
		graph[own] = nil
		for _, m := range imported.FindAllStringSubmatch(withoutComments(read(t, root, name)), -1) {
			// A script is imported by the name that it has when it runs.
			stem := strings.TrimSuffix(path.Join(path.Dir(name), m[1]), ".js")
			for _, file := range []string{stem + ".ts", stem + ".tsx"} {
				if slices.Contains(all, file) {
					graph[own] = append(graph[own], strings.TrimPrefix(file, page+"/"))
				}
			}
		}
	}
	return graph
}

func roomViolations(graph map[string][]string) []string {
	var found []string
	for _, file := range slices.Sorted(maps.Keys(graph)) {
		room := path.Dir(file)
		row, ok := rooms[room]
		if !ok {
			// Declarations for the type checker belong to no folder.
			if !strings.HasSuffix(file, ".d.ts") {
				found = append(found, fmt.Sprintf("%s: %s has no row", file, room))
			}
			continue
		}
		for _, other := range graph[file] {
			below, ok := rooms[path.Dir(other)]
			if ok && path.Dir(other) != room && below >= row {
				found = append(found, fmt.Sprintf("%s -> %s: row %d imports row %d", file, other, row, below))
			}
		}
	}
	return found
}

// circles returns the ways by which a file imports itself: for each file that
// closes one, the first that is found.
func circles(graph map[string][]string) []string {
	const walking, done = 1, 2
	state := make(map[string]int)
	var way, found []string
	var walk func(file string)
	walk = func(file string) {
		state[file] = walking
		way = append(way, file)
		for _, other := range graph[file] {
			switch state[other] {
			case walking:
				found = append(found, strings.Join(append(way[slices.Index(way, other):len(way):len(way)], other), " -> "))
			case done:
			default:
				walk(other)
			}
		}
		way = way[:len(way)-1]
		state[file] = done
	}
	for _, file := range slices.Sorted(maps.Keys(graph)) {
		if state[file] == 0 {
			walk(file)
		}
	}
	return found
}

func TestFoldersOfThePageImportLowerRowsOnly(t *testing.T) {
	graph := pageImports(t, project)
	require.Contains(t, graph["app/main.tsx"], "app/wiring.ts", "imports are read")
	require.Empty(t, roomViolations(graph))
}

func TestFilesOfThePageImportEachOtherInNoCircle(t *testing.T) {
	require.Empty(t, circles(pageImports(t, project)))
}

func TestRoomRuleFires(t *testing.T) {
	graph := pageImports(t, small(t, `
-- web/src/chat/view.tsx --
import { a } from "../app/app.js";
import type { B } from "../core/b.js";
import "../composer/field.js";
import { text } from "../text/en.js";
// import { a } from "../temporary/bar.js";
const late = () => import("../temporary/bar.js");
-- web/src/composer/field.ts --
import {
  type Turn,
  other,
} from '../chat/view.js';
export { spot } from "./spot.js";
export * from "../offline/reach.js";
-- web/src/composer/spot.ts --
import { signal } from "@preact/signals";
-- web/src/history/list.ts --
import { pieces } from "../pieces/pieces.js";
-- web/src/pieces/pieces.ts --
-- web/src/offline/reach.ts --
-- web/src/core/b.ts --
import { mend } from "../util/mend.js";
-- web/src/util/mend.ts --
-- web/src/loose.ts --
-- web/src/globals.d.ts --
-- web/src/temporary/bar.tsx --
-- web/src/app/app.tsx --
-- web/src/text/en.ts --
`))
	require.ElementsMatch(t, []string{
		"chat/view.tsx -> app/app.tsx: row 8 imports row 10",
		"chat/view.tsx -> temporary/bar.tsx: row 8 imports row 9",
		"composer/field.ts -> chat/view.tsx: row 5 imports row 8",
		"composer/field.ts -> offline/reach.ts: row 5 imports row 7",
		"history/list.ts -> pieces/pieces.ts: row 6 imports row 6",
		"loose.ts: . has no row",
		"util/mend.ts: util has no row",
	}, roomViolations(graph))
}

func TestCircleRuleFires(t *testing.T) {
	graph := pageImports(t, small(t, `
-- web/src/chat/a.ts --
import { b } from "./b.js";
import { d } from "./d.js";
-- web/src/chat/b.tsx --
import { c } from "./c.js";
-- web/src/chat/c.ts --
import type { A } from "./a.js";
-- web/src/chat/d.ts --
import { c } from "./c.js";
-- web/src/chat/self.ts --
import { self } from "./self.js";
`))
	require.ElementsMatch(t, []string{
		"chat/a.ts -> chat/b.tsx -> chat/c.ts -> chat/a.ts",
		"chat/self.ts -> chat/self.ts",
	}, circles(graph))
}

var roomLine = regexp.MustCompile("(?m)^\\| (\\d+) \\| `([a-z/]+)/` \\|")

// documentedRooms reads the rows of web/src from a document: lines
// "| row | `folder/` | what it has |".
func documentedRooms(text string) map[string]int {
	found := make(map[string]int)
	for _, m := range roomLine.FindAllStringSubmatch(text, -1) {
		row, _ := strconv.Atoi(m[1])
		found[m[2]] = row
	}
	return found
}

func TestDocumentHasTheSameRooms(t *testing.T) {
	require.Equal(t, rooms, documentedRooms(read(t, project, "docs/architecture.md")))
}

func TestRoomsAreReadFromADocument(t *testing.T) {
	require.Equal(t, map[string]int{"text": 0, "models/local": 2}, documentedRooms(""+
		"| row | folder | what it has |\n"+
		"|---|---|---|\n"+
		"| 0 | `text/` | all words |\n"+
		"| 2 | `models/local/` | models |\n"+
		"| what | where |\n"+
		"| tabs | `web/test/` |\n"))
}

func TestTableNamesFoldersThatExist(t *testing.T) {
	for room := range rooms {
		require.NotEmpty(t, sources(t, project, page+"/"+room, ".ts", ".tsx"), room)
	}
}

// maxPageLines is the most lines that a file of the page has, its style sheets
// among them: a longer one has two subjects.
const maxPageLines = 400

func longPageFiles(t *testing.T, root string) []string {
	var found []string
	for _, name := range sources(t, root, page, ".ts", ".tsx", ".css") {
		text := read(t, root, name)
		if lines := strings.Count(text, "\n"); lines > maxPageLines && !generated.MatchString(text) {
			found = append(found, fmt.Sprintf("%s has %d lines", name, lines))
		}
	}
	return found
}

func TestFilesOfThePageAreShort(t *testing.T) {
	require.Empty(t, longPageFiles(t, project))
}

func TestPageLengthRuleFires(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("/* line */\n", n) }
	require.ElementsMatch(t, []string{"web/src/chat/long.ts has 401 lines", "web/src/chat/long.css has 401 lines"}, longPageFiles(t, small(t, ""+
		"-- web/src/chat/long.ts --\n"+lines(401)+
		"-- web/src/chat/long.css --\n"+lines(401)+
		"-- web/src/chat/fits.ts --\n"+lines(400)+
		"-- web/src/core/made.gen.ts --\n// Code generated by tools/x. DO NOT EDIT.\n"+lines(401))))
}

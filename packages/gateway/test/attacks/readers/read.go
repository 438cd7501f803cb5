// Reads one message a line as a server in Go would, into a struct, and says what it is a call of, as a digest.
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
)

type call struct {
	Method string `json:"method"`
	Params struct {
		Name      string      `json:"name"`
		Arguments interface{} `json:"arguments"`
	} `json:"params"`
}

func text(value string) string { return hex.EncodeToString([]byte(value)) }

func normal(value interface{}) string {
	switch read := value.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(read)
	case float64:
		return fmt.Sprintf("n%016x", math.Float64bits(read+0))
	case string:
		return "s" + text(read)
	case []interface{}:
		items := make([]string, len(read))
		for at, item := range read {
			items[at] = normal(item)
		}
		return "[" + strings.Join(items, ",") + "]"
	case map[string]interface{}:
		keys := make([]string, 0, len(read))
		for key := range read {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		members := make([]string, len(keys))
		for at, key := range keys {
			members[at] = text(key) + ":" + normal(read[key])
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	return "?"
}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			return
		}
		var read call
		if failed := json.Unmarshal(line, &read); failed != nil {
			fmt.Println("error")
			continue
		}
		digest := sha256.Sum256([]byte(normal([]interface{}{read.Method, read.Params.Name, read.Params.Arguments})))
		fmt.Println(hex.EncodeToString(digest[:]))
	}
}

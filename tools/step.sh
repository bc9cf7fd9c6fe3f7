#!/bin/bash
# Runs a command and says what is being done, and how long it took:
#   tools/step.sh "Compiling the core" go build ./wasm
set -u
words=$1
shift
echo "$words …"
SECONDS=0
"$@"
code=$?
if [ $code -eq 0 ]; then
	echo "$words: $SECONDS s"
else
	echo "$words failed after $SECONDS s." >&2
fi
exit $code

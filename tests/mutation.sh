#!/usr/bin/env bash
# Makes engines wrong on purpose, one at a time, and demands that the conformance suite fails. A mutant is a copy of one
# source file with one change; it is compiled beside the tree and linked with the other objects of a finished build, so
# that neither the tree nor that build changes.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'TEXT'
Usage: tests/mutation.sh [--build FOLDER] [--record] [NAME...]

  --build FOLDER  a finished Ninja build with tests (default build/release)
  --record        write the table into docs/coverage.md
  NAME            only these mutants

Example: tests/mutation.sh softmax.tail pooling.divisor
TEXT
}

# name | file under src/ | change (sed) | lines: file of tests/cases and what they contain | what is wrong
mutants() {
  cat <<'TABLE'
reference.pad|engines/reference/convolution.cpp|s/return out \* o.stride\[i\] - o.pad_before\[i\]/& + 1/|conv_int8 i8 nhwc n=2 c=4|padding is one too small
reference.groups|engines/reference/convolution.cpp|s/at_x\[1\] = group \* p.c_group + c;/at_x[1] = c;/|conv_int8 groups=2|every group reads the channels of the first
gemm.clip|engines/cpu/convolution/gemm/gather.cpp|s/lo = std::min(hi, step == 1 ? -x :/lo = std::min(hi, step == 1 ? -x + 1 :/|conv fprop f32 nchw n=2 c=5|the first pixel behind the padding is skipped
gemm.depth|engines/cpu/simd/gemm_kernels.cpp|s/hn::StoreU(add ? hn::Add(hn::LoadU(d, at), acc\[r\]\[n\]) : acc/hn::StoreU(acc/|conv_shapes c=256|only the last block of a deep sum stays
depthwise.tail|engines/cpu/convolution/depthwise/kernels.cpp|s/  for (; i < n; ++i) {$/  for (; i + 1 < n; ++i) {/|conv_shapes groups=8|the last element of a row is not written
winograd.sign|engines/cpu/convolution/winograd/transforms.cpp|s/const V a = hn::NegMulAdd(c(4), x\[2\]/const V a = hn::MulAdd(c(4), x[2]/|conv_shapes hw=6x7 k=3 rs=3|a sign of the data transform
fft.twiddle|engines/cpu/convolution/fft/transforms.cpp|s/const V r = hn::NegMulAdd(ti, s/const V r = hn::MulAdd(ti, s/|conv_shapes hw=12x13 k=3 rs=5|a sign of the complex product
pooling.divisor|engines/cpu/pooling/direct/kernels.cpp|s/length(span(s, 0, d)) \* length(span(s, 1, h))/length(span(s, 0, d))/|pooling f32 nchw n=2 c=3 hw=7x9|averages divide by the width of the window alone
softmax.tail|engines/cpu/softmax/rows/kernels.cpp|s/hn::IfThenElseZero(hn::FirstN(d, left), e)/hn::IfThenElseZero(hn::FirstN(d, left - 1), e)/|softmax f32 nchw n=2 c=5|the last element is left out of the sum
reduction.tail|engines/cpu/reduction/sum/kernels.cpp|s/for (; i < m; ++i) rest +=/for (; i + 1 < m; ++i) rest +=/|conv_bias f32 nchw|the last element is left out of the sum
norm.beta|engines/cpu/norm/packed/kernels.cpp|s/k.mul \* (x\[i\] - k.sub) + k.add + beta \* y\[i\]/k.mul * (x[i] - k.sub) + k.add - beta * y[i]/|batchnorm alpha=2 beta=0.5|beta with the wrong sign
pointwise.tail|engines/cpu/pointwise/rows/kernels.cpp|s/const int64_t m = n - i < lanes ? n - i : lanes;/const int64_t m = n - i < lanes ? n - i - 1 : lanes;/|activation f32 nchw n=2 c=3 hw=5x7|the last element of a row is not written
transform.phase|engines/reference/transform.cpp|s/at\[i\] = at\[i\] \* o.fold\[i\] + phase % o.fold\[i\]/at[i] = at[i] * o.fold[i] + o.fold[i] - 1 - phase % o.fold[i]/|transform nchw n=2 c=3 hw=5x6 fold=2|phases of a fold in reverse order
lrn.window|engines/reference/lrn.cpp|s/at\[i\] - back)/at[i] - back + 1)/|lrn fwd f32 nchw|the window begins one element late
rnn.gate|engines/reference/rnn/cells.cpp|s/s.gate\[2\] = std::tanh(s.in\[2\] + s.rec\[2\])/s.gate[2] = std::tanh(s.in[2] - s.rec[2])/|rnn fwd lstm f64|a sign in the cell gate of the LSTM
TABLE
}

build=build/release
record=0
wanted=()
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --build) build=$2; shift ;;
    --record) record=1 ;;
    *) wanted+=("$1") ;;
  esac
  shift
done
[ -f "$build/build.ninja" ] || { echo "$build holds no Ninja build; run scripts/build.sh --tests first" >&2; exit 2; }
build=$(cd "$build" && pwd)
tree=$(pwd)
work=$build/mutation
rm -rf "$work"
mkdir -p "$work/lib"
export GIRIH_DEVICE=cpu LD_LIBRARY_PATH="$work/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

command_of() { ninja -C "$build" -t commands "$1" | grep -F -- "-o $1 " | tail -1; }

# Runs the mutant's lines: `failed` of `run` fail, or 'crash'.
run_lines() {
  local output
  output=$("$build/tests/conformance/girih_conformance" "tests/cases/$1.txt" --filter "$2" 2>&1) || true
  run=$(sed -n 's/^girih_conformance: \([0-9]*\) problems.*/\1/p' <<<"$output")
  failed=$(sed -n 's/^[0-9]* passed, \([0-9]*\) failed$/\1/p' <<<"$output")
  failed=${failed:-crash}
  if [ "${run:-0}" = 0 ]; then
    echo "no line of tests/cases/$1.txt contains '$2'; mend the table in tests/mutation.sh" >&2
    exit 2
  fi
}

link=$(command_of lib/libgirih.so)
table=$work/table.md
{ echo "| engine | what was made wrong | lines run | lines that fail |"; echo "|---|---|---|---|"; } >"$table"
survivors=0
while IFS='|' read -r name file change lines what; do
  if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then continue; fi
  cases=${lines%% *}
  filter=${lines#* }
  rm -rf "$work/src"
  mkdir -p "$(dirname "$work/src/$file")"
  sed "$change" "src/$file" >"$work/src/$file"
  if cmp -s "src/$file" "$work/src/$file"; then
    echo "$name: the change fits nothing in src/$file any more; mend the table in tests/mutation.sh" >&2
    exit 2
  fi
  object=src/CMakeFiles/girih_objects.dir/$file.o
  # Vector code includes itself by its path under src/: the mutant's folder comes first.
  compile=$(command_of "$object")
  compile=${compile//"-c $tree/src/$file"/"-c $work/src/$file"}
  compile=${compile//"-o $object"/"-o $work/mutant.o"}
  compile=${compile//"-MF $object.d"/"-MF $work/mutant.d"}
  compile=${compile/ -I/ -w -I$work/src -I}  # a mutant may leave a parameter unused
  (cd "$build" && eval "$compile")
  mutant_link=${link//"$object"/"$work/mutant.o"}
  mutant_link=${mutant_link//"-o lib/libgirih.so"/"-o $work/lib/libgirih.so"}
  (cd "$build" && eval "$mutant_link")
  run_lines "$cases" "$filter"
  printf '%-18s %-55s %5s of %4s lines fail\n' "$name" "$what" "$failed" "$run"
  echo "| $name | $what | $run | $failed |" >>"$table"
  if [ "$failed" = 0 ]; then survivors=$((survivors + 1)); fi
done < <(mutants)
rm -rf "$work/lib" "$work/src" "$work/mutant.o"

if [ $record = 1 ]; then
  python3 - "$table" <<'PYTHON'
import pathlib, sys
page = pathlib.Path("docs/coverage.md")
begin, end = "<!-- mutations: written by tests/mutation.sh -->", "<!-- end of mutations -->"
text = page.read_text().split(begin)[0].rstrip()
rows = pathlib.Path(sys.argv[1]).read_text()
page.write_text(f"{text}\n\n{begin}\n## Engines made wrong on purpose\n\nEach change alone must make lines of the suite fail "
                f"(`tests/mutation.sh`).\n\n{rows}{end}\n")
PYTHON
fi
if [ "$survivors" -gt 0 ]; then
  echo "$survivors mutants live: the suite does not notice them"
  exit 1
fi

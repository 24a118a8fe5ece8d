# What the type checker and the compiler see: true vectors of machine integers.
from librt.vecs import append as append
from librt.vecs import vec as vec
from mypy_extensions import i64 as i64

Ints = vec[i64]

// 128-bit integers, for products of two 64-bit numbers that must not overflow.
#pragma once

namespace girih {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

}  // namespace girih

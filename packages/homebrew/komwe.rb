# The address and the checksum are those of a release: docs/releasing.md.
class Komwe < Formula
  desc "Mancala games: a library, a command, an engine and proofs"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "pkgconf" => :build
  depends_on :linux
  depends_on "jansson"
  depends_on "libmicrohttpd"
  depends_on "libpng"
  depends_on "ncurses"
  depends_on "nettle"
  depends_on "wslay"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-D", "KW_WERROR=OFF", "-D", "KW_MPI=OFF",
           "-D", "KW_PYTHON=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_equal "1014", shell_output("#{bin}/komwe perft oware 4").chomp
  end
end

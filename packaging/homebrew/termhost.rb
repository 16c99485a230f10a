# SPDX-License-Identifier: Apache-2.0
class Termhost < Formula
  desc "Shell commands for AI agents, with results to trust"
  homepage "https://github.com/termhost/termhost"
  url "https://github.com/termhost/termhost.git", tag: "v0.1.0"
  license "Apache-2.0"
  head "https://github.com/termhost/termhost.git", branch: "main"

  depends_on "asio" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "highway" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pkgconf" => :build
  depends_on "tl-expected" => :build
  depends_on "fmt"
  depends_on "libsodium"
  depends_on "re2"
  depends_on "simdjson"
  depends_on "utf8proc"

  on_linux do
    depends_on "libseccomp"
  end

  def install
    args = ["-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON", "-DTERMHOST_TESTS=OFF"]
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *args, *std_cmake_args
    system "cmake", "--build", "build", "--target", "termhost"
    system "cmake", "--install", "build", "--component", "termhost"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/termhost --version")
    assert_match "hello", shell_output("#{bin}/termhost exec --shell /bin/bash -- 'echo hello; exit 3'", 3)
  end
end

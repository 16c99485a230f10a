# SPDX-License-Identifier: Apache-2.0
# nix run github:termhost/termhost -- exec -- 'echo hello'
{
  description = "Shell commands for AI agents, with results to trust";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      project = builtins.readFile ./CMakeLists.txt;
      version = builtins.head (builtins.match ".*project\\(termhost VERSION ([0-9.]+).*" project);
    in
    {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "termhost";
          inherit version;
          src = self;
          nativeBuildInputs = with pkgs; [ cmake ninja pkg-config ];
          buildInputs = with pkgs; [ asio cli11 fmt libhwy libseccomp libsodium nlohmann_json re2 simdjson tl-expected utf8proc ];
          cmakeFlags = [ "-DTERMHOST_TESTS=OFF" "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON" ];
          doInstallCheck = true;
          installCheckPhase = ''
            [ "$($out/bin/termhost --version)" = "termhost ${version}" ]
          '';
          meta = {
            description = "Shell commands for AI agents, with results to trust";
            homepage = "https://github.com/termhost/termhost";
            license = pkgs.lib.licenses.asl20;
            mainProgram = "termhost";
            platforms = systems;
          };
        };
      });
    };
}

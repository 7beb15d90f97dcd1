class Svc < Formula
  desc "[[.Summary]]"
  homepage "https://github.com/appsvc/svc"
  version "[[.Version]]"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "[[.URL]]/[[.Archive "darwin" "arm64"]]"
      sha256 "[[.Sum (.Archive "darwin" "arm64")]]"
    end
    on_intel do
      url "[[.URL]]/[[.Archive "darwin" "amd64"]]"
      sha256 "[[.Sum (.Archive "darwin" "amd64")]]"
    end
  end

  on_linux do
    on_arm do
      url "[[.URL]]/[[.Archive "linux" "arm64"]]"
      sha256 "[[.Sum (.Archive "linux" "arm64")]]"
    end
    on_intel do
      url "[[.URL]]/[[.Archive "linux" "amd64"]]"
      sha256 "[[.Sum (.Archive "linux" "amd64")]]"
    end
  end

  def install
    bin.install "svc"
    generate_completions_from_executable(bin/"svc", "completion")
  end

  test do
    assert_match "svc #{version}", shell_output("#{bin}/svc version")
  end
end

#include "secrets/token_shapes.hpp"

#include <array>

namespace termhost::secrets {
namespace {

using enum Alphabet;

constexpr std::string_view github = "docs.github.com: About authentication to GitHub, token formats";
constexpr std::string_view gitlab = "docs.gitlab.com: Token overview, token prefixes";
constexpr std::string_view aws = "docs.aws.amazon.com: IAM identifiers, unique identifier prefixes";
constexpr std::string_view slack = "docs.slack.dev: Tokens";
constexpr std::string_view stripe = "docs.stripe.com: API keys";
constexpr std::string_view google = "cloud.google.com: API keys; developers.google.com: OAuth 2.0";
constexpr std::string_view openai = "platform.openai.com: API keys";
constexpr std::string_view digitalocean = "docs.digitalocean.com: Token prefixes";
constexpr std::string_view docker = "docs.docker.com: Personal access tokens";
constexpr std::string_view shopify = "shopify.dev: Access token prefixes";
constexpr std::string_view grafana = "grafana.com: Service accounts; Access policies";
constexpr std::string_view vault = "developer.hashicorp.com: Vault tokens, token prefixes";
constexpr std::string_view square = "developer.squareup.com: Access tokens";
constexpr std::string_view sentry = "docs.sentry.io: Auth tokens";
constexpr std::string_view doppler = "docs.doppler.com: Auth token formats";
constexpr std::string_view scanning = "docs.github.com: Supported secret scanning patterns";
constexpr std::string_view rfc7468 = "RFC 7468, in base64";

constexpr auto shapes = std::to_array<TokenShape>({
    {"GitHub token", "ghp_", Word, 36, 255, github},
    {"GitHub token", "gho_", Word, 36, 255, github},
    {"GitHub token", "ghu_", Word, 36, 255, github},
    {"GitHub token", "ghs_", Word, 36, 255, github},
    {"GitHub token", "ghr_", Word, 36, 255, github},
    {"GitHub token", "github_pat_", Word, 59, 255, github},
    {"GitLab token", "glpat-", Dotted, 20, 255, gitlab},
    {"GitLab token", "gloas-", Url, 64, 255, gitlab},
    {"GitLab token", "gldt-", Url, 20, 255, gitlab},
    {"GitLab token", "glrt-", Dotted, 20, 255, gitlab},
    {"GitLab token", "glcbt-", Url, 20, 255, gitlab},
    {"GitLab token", "glptt-", Hex, 40, 40, gitlab},
    {"GitLab token", "glft-", Url, 20, 255, gitlab},
    {"GitLab token", "glimt-", Url, 25, 255, gitlab},
    {"GitLab token", "glagent-", Url, 50, 255, gitlab},
    {"GitLab token", "glsoat-", Url, 20, 255, gitlab},
    {"GitLab token", "glffct-", Url, 20, 255, gitlab},
    {"GitLab token", "GR1348941", Url, 20, 255, gitlab},
    {"AWS access key id", "AKIA", Base32, 16, 16, aws, {}, true},
    {"AWS access key id", "ASIA", Base32, 16, 16, aws, {}, true},
    {"AWS access key id", "ABIA", Base32, 16, 16, aws, {}, true},
    {"AWS access key id", "ACCA", Base32, 16, 16, aws, {}, true},
    {"npm token", "npm_", Alnum, 36, 36, "npm Docs: About access tokens"},
    {"PyPI token", "pypi-AgEIcHlwaS5vcmc", Url, 50, 2000, "pypi.org/help: API tokens"},
    {"PyPI token", "pypi-AgENdGVzdC5weXBpLm9yZw", Url, 50, 2000, "pypi.org/help: API tokens"},
    {"RubyGems token", "rubygems_", Hex, 48, 48, "guides.rubygems.org: API key scopes"},
    {"crates.io token", "cio", Alnum, 32, 32, scanning, {}, true},
    {"Slack token", "xoxb-", Url, 24, 255, slack},
    {"Slack token", "xoxp-", Url, 24, 255, slack},
    {"Slack token", "xoxa-", Url, 24, 255, slack},
    {"Slack token", "xoxr-", Url, 24, 255, slack},
    {"Slack token", "xoxs-", Url, 24, 255, slack},
    {"Slack token", "xoxc-", Url, 24, 255, slack},
    {"Slack token", "xoxd-", Token68, 24, 512, slack},
    {"Slack token", "xoxe.xox", Url, 24, 512, slack},
    {"Slack token", "xoxe-", Url, 24, 512, slack},
    {"Slack token", "xapp-1-", Url, 40, 255, slack},
    {"Slack webhook", "hooks.slack.com/services/", Base64, 40, 128, slack},
    {"Slack webhook", "hooks.slack.com/workflows/", Base64, 40, 128, slack},
    {"Discord webhook", "discord.com/api/webhooks/", Token68, 70, 160, "discord.com/developers: Webhook resource"},
    {"Discord webhook", "discordapp.com/api/webhooks/", Token68, 70, 160, "discord.com/developers: Webhook resource"},
    {"Stripe key", "sk_live_", Alnum, 16, 255, stripe},
    {"Stripe key", "sk_test_", Alnum, 16, 255, stripe},
    {"Stripe key", "rk_live_", Alnum, 16, 255, stripe},
    {"Stripe key", "rk_test_", Alnum, 16, 255, stripe},
    {"Stripe secret", "whsec_", Base64, 32, 255, "docs.stripe.com: Webhooks, signing secret"},
    {"Google API key", "AIza", Url, 35, 35, google, {}, true},
    {"Google access token", "ya29.", Dotted, 30, 2048, google},
    {"Google client secret", "GOCSPX-", Url, 28, 28, google},
    {"OpenAI key", "sk-proj-", Url, 40, 255, openai},
    {"OpenAI key", "sk-svcacct-", Url, 40, 255, openai},
    {"OpenAI key", "sk-admin-", Url, 40, 255, openai},
    {"OpenAI key", "sk-None-", Url, 40, 255, openai},
    {"OpenAI key", "sk-", Alnum, 48, 48, openai, "T3BlbkFJ"},
    {"Anthropic key", "sk-ant-", Url, 32, 255, "docs.anthropic.com: API overview, authentication"},
    {"OpenRouter key", "sk-or-v1-", Hex, 64, 64, "openrouter.ai/docs: Authentication"},
    {"Groq key", "gsk_", Alnum, 52, 52, "console.groq.com/docs: API keys"},
    {"xAI key", "xai-", Alnum, 80, 80, "docs.x.ai: API keys"},
    {"Perplexity key", "pplx-", Alnum, 48, 48, "docs.perplexity.ai: API keys"},
    {"Replicate token", "r8_", Alnum, 37, 37, "replicate.com/docs: API tokens"},
    {"Hugging Face token", "hf_", Alnum, 34, 40, "huggingface.co/docs: User access tokens"},
    {"Hugging Face token", "api_org_", Alnum, 34, 40, "huggingface.co/docs: User access tokens"},
    {"DigitalOcean token", "dop_v1_", Hex, 64, 64, digitalocean},
    {"DigitalOcean token", "doo_v1_", Hex, 64, 64, digitalocean},
    {"DigitalOcean token", "dor_v1_", Hex, 64, 64, digitalocean},
    {"SendGrid key", "SG.", Dotted, 66, 66, "docs.sendgrid.com: API keys", ".", true},
    {"Twilio key", "SK", Hex, 32, 32, "twilio.com/docs: API keys", {}, true},
    {"Mailgun key", "key-", Hex, 32, 32, "documentation.mailgun.com: API keys", {}, true},
    {"Docker token", "dckr_pat_", Url, 27, 64, docker},
    {"Docker token", "dckr_oat_", Url, 32, 64, docker},
    {"Shopify token", "shpat_", Hex, 32, 32, shopify},
    {"Shopify token", "shpca_", Hex, 32, 32, shopify},
    {"Shopify token", "shppa_", Hex, 32, 32, shopify},
    {"Shopify token", "shpss_", Hex, 32, 32, shopify},
    {"Square token", "sq0atp-", Url, 22, 64, square},
    {"Square token", "sq0csp-", Url, 43, 64, square},
    {"Databricks token", "dapi", Hex, 32, 32, "docs.databricks.com: Personal access tokens", {}, true},
    {"Atlassian token", "ATATT3", Token68, 60, 300, "support.atlassian.com: API tokens"},
    {"Atlassian token", "ATCTT3", Token68, 60, 300, "support.atlassian.com: Access tokens"},
    {"Bitbucket password", "ATBB", Alnum, 32, 32, "support.atlassian.com: App passwords", {}, true},
    {"Linear key", "lin_api_", Alnum, 40, 40, "linear.app/developers: API keys"},
    {"Notion token", "ntn_", Alnum, 40, 64, "developers.notion.com: Authorization"},
    {"Figma token", "figd_", Url, 40, 64, "figma.com/developers: Access tokens"},
    {"Postman key", "PMAK-", Url, 59, 59, "learning.postman.com: API keys"},
    {"New Relic key", "NRAK-", Capital, 27, 27, "docs.newrelic.com: API keys"},
    {"Grafana token", "glsa_", Word, 41, 41, grafana},
    {"Grafana token", "glc_eyJ", Base64, 50, 600, grafana},
    {"Sentry token", "sntrys_eyJ", Token68, 60, 1000, sentry},
    {"Sentry token", "sntryu_", Hex, 64, 64, sentry},
    {"Vault token", "hvs.", Url, 24, 400, vault},
    {"Vault token", "hvb.", Url, 24, 400, vault},
    {"Vault token", "hvr.", Url, 24, 400, vault},
    {"Doppler token", "dp.pt.", Alnum, 40, 44, doppler},
    {"Doppler token", "dp.st.", Dotted, 40, 90, doppler},
    {"PlanetScale token", "pscale_tkn_", Dotted, 32, 64, "planetscale.com/docs: Service tokens"},
    {"PlanetScale password", "pscale_pw_", Dotted, 32, 64, "planetscale.com/docs: Passwords"},
    {"Supabase token", "sbp_", Hex, 40, 40, "supabase.com/docs: Management API"},
    {"Netlify token", "nfp_", Word, 36, 64, "docs.netlify.com: Access tokens"},
    {"Pulumi token", "pul-", Hex, 40, 40, "pulumi.com/docs: Access tokens"},
    {"Tailscale key", "tskey-auth-", Url, 24, 128, "tailscale.com/kb: Auth keys"},
    {"Tailscale key", "tskey-api-", Url, 24, 128, "tailscale.com/kb: API"},
    {"Tailscale key", "tskey-client-", Url, 24, 128, "tailscale.com/kb: OAuth clients"},
    {"Artifactory key", "AKCp", Alnum, 69, 69, "jfrog.com/help: API key", {}, true},
    {"Alibaba Cloud key id", "LTAI", Alnum, 20, 20, "alibabacloud.com/help: AccessKey pair", {}, true},
    {"Dynatrace token", "dt0c01.", Dotted, 80, 120, "docs.dynatrace.com: Access tokens, token format"},
    {"EasyPost key", "EZAK", Alnum, 54, 54, "docs.easypost.com: Authentication", {}, true},
    {"age key", "AGE-SECRET-KEY-1", Bech32, 58, 58, "age-encryption.org/v1: The native X25519 recipient type"},
    {"private key", "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS", Base64, 40, 65000, rfc7468},
    {"private key", "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt", Base64, 40, 65000, rfc7468},
    {"private key", "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS", Base64, 40, 65000, rfc7468},
    {"private key", "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURSBLRVkt", Base64, 40, 65000, rfc7468},
    {"private key", "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ", Base64, 40, 65000, rfc7468},
});

constexpr std::string_view aws_files = "docs.aws.amazon.com: Configuration and credential file settings; STS API";
constexpr std::string_view npmrc = "npm Docs: .npmrc, auth related configuration";
constexpr std::string_view azure = "learn.microsoft.com: Configure connection strings";
constexpr std::string_view rfc9110 = "RFC 9110 section 11.6.2";

constexpr auto named = std::to_array<NamedShape>({
    {"AWS secret key", "secret_access_key", Base64, 40, 40, aws_files},
    {"AWS secret key", "secretaccesskey", Base64, 40, 40, aws_files},
    {"AWS session token", "session_token", Base64, 100, 4096, aws_files},
    {"AWS session token", "sessiontoken", Base64, 100, 4096, aws_files},
    {"npm token", "_authtoken", Visible, 16, 1024, npmrc},
    {"npm password", "_auth", Base64, 16, 1024, npmrc},
    {"npm password", ":_password", Base64, 8, 1024, npmrc},
    {"Azure key", "accountkey", Base64, 86, 88, azure},
    {"Azure key", "sharedaccesskey", Base64, 43, 44, azure},
    {"authorization", "authorization", Token68, 12, 8192, rfc9110},
    {"API key", "x-api-key", Token68, 16, 512, "docs.aws.amazon.com: API Gateway, API keys"},
    {"GitLab token", "private-token", Url, 20, 255, gitlab},
    {"registry password", "\"auth\"", Base64, 16, 4096, "docs.docker.com: docker login, credential stores"},
    {"registry token", "\"identitytoken\"", Token68, 16, 8192, "docs.docker.com: docker login, credential stores"},
    {"private key", "client-key-data", Base64, 100, 65000, "kubernetes.io: kubeconfig (v1)"},
});

}  // namespace

std::span<const TokenShape> token_shapes() { return shapes; }
std::span<const NamedShape> named_shapes() { return named; }

}  // namespace termhost::secrets

//! Bytes from the net: by https, or by http from this machine; with a limit on size and time, and without following
//! anybody to an address that was not secure.

use std::io::Read;
use std::net::IpAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::Uri;
use ureq::http::header::LOCATION;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use crate::io::files;
use crate::io::reply::Failure;

/// How often an answer may lead to another address.
const MAX_REDIRECTS: usize = 5;
/// How long it may take until a server answers at all.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// Names a file of certificates to trust instead of the built-in list, as for other programs: for a net with its own.
const TRUSTED: &str = "SSL_CERT_FILE";
const MAX_TRUSTED: u64 = 4 << 20;

/// What may be fetched at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many bytes.
    pub bytes: u64,
    /// How long it may take in all.
    pub time: Duration,
}

/// Whether a word is an address in the net.
pub fn is_address(word: &str) -> bool {
    let scheme = word.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Fetches what is at an address.
pub fn get(address: &str, limits: Limits) -> Result<Vec<u8>, Failure> {
    let start = Instant::now();
    let mut at = address.to_string();
    for _ in 0..=MAX_REDIRECTS {
        let uri = checked(&at)?;
        let left = limits.time.saturating_sub(start.elapsed());
        let failed = |error: ureq::Error| Failure::io(format!("{at} cannot be fetched: {}", sentence(&error, limits)));
        let mut answer = agent(&uri, left)?.get(&at).call().map_err(failed)?;
        let status = answer.status();
        if status.is_redirection() {
            let next = answer.headers().get(LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
            at = followed(&at, &uri, next)?;
            continue;
        }
        if !status.is_success() {
            return Err(Failure::io(format!("{at} cannot be fetched: the server answers {}", status.as_u16())));
        }
        let mut bytes = Vec::new();
        let read = answer.body_mut().as_reader().take(limits.bytes + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::io(format!("{at} cannot be fetched: {}", broken(&error, limits))))?;
        if bytes.len() as u64 > limits.bytes {
            return Err(Failure::io(format!(
                "{at} has more than {} bytes, which is more than is fetched",
                limits.bytes
            )));
        }
        return Ok(bytes);
    }
    Err(Failure::io(format!("{address} leads from one address to the next, more than {MAX_REDIRECTS} times")))
}

/// The address, if it is one from which things are fetched.
fn checked(address: &str) -> Result<Uri, Failure> {
    let uri: Uri = address.parse().map_err(|_| Failure::usage(format!("`{address}` is not an address")))?;
    let host = uri.host().unwrap_or_default();
    match uri.scheme_str() {
        _ if host.is_empty() || uri.authority().is_some_and(|whole| whole.as_str().contains('@')) => {
            Err(Failure::usage(format!("`{address}` is not an address")))
        }
        Some("https") => Ok(uri),
        Some("http") if is_this_machine(host) => Ok(uri),
        Some("http") => Err(Failure::refused(format!(
            "{address} is not secure: anybody on the way could change what arrives; use https://"
        ))),
        _ => Err(Failure::refused(format!("{address}: things are fetched by https:// only"))),
    }
}

fn is_this_machine(host: &str) -> bool {
    let number = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || number.parse::<IpAddr>().is_ok_and(|number| number.is_loopback())
}

/// Where an answer leads: only to a secure address, or to another place of the same server if that is one.
fn followed(from: &str, uri: &Uri, next: &str) -> Result<String, Failure> {
    if next.starts_with("https://") {
        return Ok(next.to_string());
    }
    match (uri.scheme_str(), uri.authority()) {
        (Some("https"), Some(host)) if next.starts_with('/') && !next.starts_with("//") => {
            Ok(format!("https://{host}{next}"))
        }
        _ => Err(Failure::io(format!("{from} leads to `{next}`, which is not an https:// address"))),
    }
}

/// Whose certificates are trusted.
fn trusted() -> Result<RootCerts, Failure> {
    let Some(path) = files::variable(TRUSTED).filter(|path| !path.is_empty()) else { return Ok(RootCerts::WebPki) };
    let bytes = files::read(Path::new(&path), MAX_TRUSTED)?;
    let certificates: Vec<Certificate<'static>> = parse_pem(&bytes)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    match certificates.is_empty() {
        true => Err(Failure::io(format!("{}, which {TRUSTED} names, has no certificates", Path::new(&path).display()))),
        false => Ok(RootCerts::new_with_certs(&certificates)),
    }
}

fn agent(uri: &Uri, left: Duration) -> Result<Agent, Failure> {
    let mut config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_connect(Some(CONNECT_TIME.min(left)))
        .timeout_global(Some(left))
        .user_agent(concat!("bastide/", env!("CARGO_PKG_VERSION")));
    config = match uri.scheme_str() {
        Some("http") => config.proxy(None),
        _ => config.tls_config(TlsConfig::builder().root_certs(trusted()?).build()),
    };
    Ok(config.build().into())
}

fn sentence(error: &ureq::Error, limits: Limits) -> String {
    match error {
        ureq::Error::Timeout(_) => slow(limits),
        ureq::Error::HostNotFound => "there is no such server".into(),
        ureq::Error::Io(error) => broken(error, limits),
        other => secure(other.to_string()),
    }
}

/// What the checks of a secure connection say, for people.
fn secure(said: String) -> String {
    if said.contains("InvalidContentType") {
        return "the server does not answer by https there".into();
    }
    match said.contains("invalid peer certificate") {
        true => format!("the server cannot be trusted: {said}"),
        false => said,
    }
}

fn broken(error: &std::io::Error, limits: Limits) -> String {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>()) {
        Some(ureq::Error::Timeout(_)) => slow(limits),
        _ if error.kind() == std::io::ErrorKind::TimedOut => slow(limits),
        _ => secure(error.to_string()),
    }
}

fn slow(limits: Limits) -> String {
    format!("the server is too slow ({} seconds)", limits.time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_secure_addresses_and_this_machine_are_asked() {
        for good in ["https://example.org/x", "http://127.0.0.1:80/x", "http://localhost/", "http://[::1]:8000/"] {
            assert!(checked(good).is_ok(), "{good}");
        }
        for bad in [
            "http://example.org/x",
            "http://127.0.0.1.example.org/",
            "ftp://example.org/",
            "https://",
            "https:///x",
            "file:///etc/passwd",
            "https://a@b/",
            "http://localhost@example.org/",
        ] {
            assert!(checked(bad).is_err(), "{bad}");
        }
        assert!(is_address("https://x") && is_address("ftp://x") && !is_address("a/b") && !is_address("://"));
    }

    #[test]
    fn an_answer_leads_only_to_secure_addresses() {
        let to = |from: &str, next: &str| followed(from, &from.parse().unwrap(), next).ok();
        assert_eq!(to("https://a/b", "https://c/d").as_deref(), Some("https://c/d"));
        assert_eq!(to("https://a:1/b", "/d").as_deref(), Some("https://a:1/d"));
        assert_eq!(to("http://127.0.0.1/b", "https://c/d").as_deref(), Some("https://c/d"));
        for next in ["http://c/d", "//c/d", "d", "", "file:///x"] {
            assert_eq!(to("https://a/b", next), None, "{next}");
        }
        assert_eq!(to("http://127.0.0.1/b", "/d"), None);
    }
}

//! Packs by https: from a server on this machine, whose certificate is trusted only if the person says so.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use bastide_tests::deal::root;
use bastide_tests::program::{Home, Run, run};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::{good, home, packed, version};

/// A certificate for 127.0.0.1, its key, and the authority that signed it. They are good for nothing else.
fn pem(name: &str) -> PathBuf {
    root().join("data/tls").join(name)
}

/// Serves the files of a folder by https, and returns its address. What is asked for below `moved` is found without it.
fn serve(folder: PathBuf) -> String {
    let chain = vec![CertificateDer::from_pem_file(pem("cert.pem")).unwrap()];
    let key = PrivateKeyDer::from_pem_file(pem("key.pem")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let config = Arc::new(config.with_single_cert(chain, key).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (folder, config) = (folder.clone(), config.clone());
            thread::spawn(move || answer(stream, config, &folder));
        }
    });
    address
}

fn answer(stream: TcpStream, config: Arc<ServerConfig>, folder: &Path) -> Option<()> {
    let mut stream = StreamOwned::new(ServerConnection::new(config).ok()?, stream);
    let mut lines = BufReader::new(&mut stream).lines();
    let first = lines.next()?.ok()?;
    while !lines.next()?.ok()?.is_empty() {}
    drop(lines);
    let path = first.split(' ').nth(1)?;
    let (head, bytes) = match (path.strip_prefix("/moved"), fs::read(folder.join(&path[1..]))) {
        (Some(to), _) => (format!("302 Found\r\nLocation: {to}"), Vec::new()),
        (None, Ok(bytes)) => ("200 OK".into(), bytes),
        (None, Err(_)) => ("404 Not Found".into(), Vec::new()),
    };
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", bytes.len());
    stream.write_all(&[head.as_bytes(), &bytes].concat()).ok()?;
    stream.conn.send_close_notify();
    stream.flush().ok()
}

/// Runs the program with certificates to trust.
fn trusting(home: &Home, certificates: &str, arguments: &[&str]) -> Run {
    let mut command = home.command(arguments);
    if !certificates.is_empty() {
        command.env("SSL_CERT_FILE", pem(certificates));
    }
    run(command, "")
}

#[test]
fn a_pack_comes_by_https_only_from_a_server_that_is_trusted() {
    let home = home();
    let name = packed(&home, "1.0.0");
    let address = serve(home.path("."));
    let pack = format!("{address}/{name}");
    let said = trusting(&home, "", &["install", &pack, "--yes"]);
    assert!(said.code == Some(4) && said.err.contains("the server cannot be trusted"), "{said:?}");
    let said = trusting(&home, "key.pem", &["install", &pack, "--yes"]);
    assert!(said.code == Some(4) && said.err.contains("has no certificates"), "{said:?}");
    assert!(!home.path("data/bastide/expansions/tiny").exists());
    good(&trusting(&home, "ca.pem", &["install", &pack, "--yes"]));
    assert_eq!(version(&home).as_deref(), Some("1.0.0"));
    good(&trusting(&home, "ca.pem", &["install", &format!("{address}/moved/{name}"), "--yes"]));
    let said = trusting(&home, "ca.pem", &["install", &format!("{address}/none.bastide"), "--yes"]);
    assert!(said.code == Some(4) && said.err.contains("the server answers 404"), "{said:?}");
}

#[test]
fn a_shelf_is_read_by_https() {
    let home = home();
    let name = packed(&home, "1.0.0");
    fs::create_dir_all(home.path("packs")).unwrap();
    fs::rename(home.path(&name), home.path("packs").join(&name)).unwrap();
    good(&home.run(&["shelf", "packs"], ""));
    let address = serve(home.path("packs"));
    home.write("config/bastide/config.toml", format!("shelves = [\"{address}\"]\n"));
    assert!(good(&trusting(&home, "ca.pem", &["expansions", "search", "tiny"])).out.starts_with("tiny 1.0.0"));
    good(&trusting(&home, "ca.pem", &["install", "tiny", "--yes"]));
    assert_eq!(version(&home).as_deref(), Some("1.0.0"));
    let said = trusting(&home, "", &["expansions", "search", "tiny"]);
    assert!(said.err.contains("is left out") && said.err.contains("cannot be trusted"), "{said:?}");
}

#[test]
fn a_server_that_does_not_know_https_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://{}/x.bastide", listener.local_addr().unwrap());
    thread::spawn(move || {
        let stream = listener.incoming().flatten().next();
        stream.map(|mut stream| stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n"))
    });
    let said = trusting(&home(), "ca.pem", &["install", &address, "--yes"]);
    assert!(said.code == Some(4) && said.err.contains("does not answer by https"), "{said:?}");
}

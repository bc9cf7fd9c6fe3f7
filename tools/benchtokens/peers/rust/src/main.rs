//! Runs the Rust libraries for tools/benchtokens. One request a line on stdin,
//! one answer a line on stdout; the shape of both is in ../../../peer/peer.go.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde_json::{Value, json};

type Count = Box<dyn Fn(&str) -> usize>;

/// Each library's own function for text in which special tokens mean nothing.
fn library(lib: &str, encoding: &str) -> Result<Count, String> {
    let cl100k = match encoding {
        "cl100k_base" => true,
        "o200k_base" => false,
        _ => return Err(format!("no encoding {encoding}")),
    };
    let bpe_openai = || {
        if cl100k {
            bpe_openai::cl100k_base()
        } else {
            bpe_openai::o200k_base()
        }
    };
    let golia = || tiktoken::get_encoding(encoding).ok_or("the crate lacks this encoding");
    let rs = || {
        if cl100k {
            tiktoken_rs::cl100k_base_singleton()
        } else {
            tiktoken_rs::o200k_base_singleton()
        }
    };
    Ok(match lib {
        "tiktoken-rs count" => {
            let bpe = rs();
            Box::new(move |text| bpe.count_ordinary(text))
        }
        "bpe-openai count" => {
            let bpe = bpe_openai();
            Box::new(move |text| bpe.count(text))
        }
        "bpe-openai encode" => {
            let bpe = bpe_openai();
            Box::new(move |text| bpe.encode(text).len())
        }
        "tiktoken crate count" => {
            let bpe = golia()?;
            Box::new(move |text| bpe.count(text))
        }
        "tiktoken crate encode" => {
            let bpe = golia()?;
            Box::new(move |text| bpe.encode(text).len())
        }
        _ => return Err(format!("no library {lib}")),
    })
}

fn read(path: &str) -> Result<Vec<String>, String> {
    let file = std::fs::read(path).map_err(|err| err.to_string())?;
    serde_json::from_slice(&file).map_err(|err| err.to_string())
}

fn run(libraries: &mut HashMap<String, Count>, request: &Value) -> Result<Value, String> {
    let field = |name: &str| {
        request[name]
            .as_str()
            .ok_or(format!("the request has no {name}"))
    };
    let (lib, encoding) = (field("lib")?, field("encoding")?);
    let key = format!("{lib} {encoding}");
    if !libraries.contains_key(&key) {
        libraries.insert(key.clone(), library(lib, encoding)?);
    }
    let count = &libraries[&key];

    let messages = read(field("file")?)?;
    if let Some(warmup) = request["warmup"].as_str() {
        let tokens: usize = read(warmup)?.iter().map(|message| count(message)).sum();
        std::hint::black_box(tokens);
    }
    let least = Duration::from_millis(request["least_ms"].as_u64().unwrap_or(0));

    let mut passes = Vec::new();
    let start = Instant::now();
    loop {
        let pass = ProcessTime::now();
        let tokens = messages.iter().map(|message| count(message)).sum::<usize>();
        passes.push(pass.elapsed().as_nanos() as u64);
        if start.elapsed() >= least {
            return Ok(json!({"tokens": tokens, "passes": passes}));
        }
    }
}

fn main() {
    let mut libraries = HashMap::new();
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.expect("stdin")).expect("request");
        // A library that panics on a text is a result of that library, not the end of the run.
        let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            run(&mut libraries, &request)
        }));
        let answer = match answer {
            Ok(Ok(value)) => value,
            Ok(Err(message)) => json!({"error": message}),
            Err(_) => json!({"error": "panicked"}),
        };
        writeln!(out, "{answer}")
            .and_then(|_| out.flush())
            .expect("stdout");
    }
}

"""Models of a few thousand random numbers, laid out in files just as the published ones are. They know nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SPECIAL = ("<pad>", "<s>", "</s>", "<unk>")
WORDS = (*SPECIAL, "=", "(", ")", "x", "y", "df", "sum", "mean", "print", ".", "1", "2", "[", "]")
CODE_CONFIG = {
    "architectures": ["CodeT5p_Embedding"],
    "auto_map": {
        "AutoConfig": "configuration_codet5p_embedding.CodeT5pEmbeddingConfig",
        "AutoModel": "modeling_codet5p_embedding.CodeT5pEmbeddingModel",
    },
    "model_type": "codet5p_embedding",
    "bos_token_id": 1,
    "d_ff": 48,
    "d_kv": 8,
    "d_model": 24,
    "embed_dim": 12,
    "dense_act_fn": "relu",
    "dropout_rate": 0.1,
    "eos_token_id": 2,
    "feed_forward_proj": "relu",
    "is_encoder_decoder": True,
    "layer_norm_epsilon": 1e-06,
    "n_positions": 32,
    "num_heads": 3,
    "num_layers": 2,
    "pad_token_id": 0,
    "relative_attention_max_distance": 16,
    "relative_attention_num_buckets": 8,
    "vocab_size": len(WORDS),
}
"""What the published model's config.json says, in small."""


def code_model(folder: Path, *, safetensors: bool = True) -> Any:
    """Write a CodeT5+ embedding model into a folder, and give it back as its publishers run it."""
    import torch
    from transformers import T5Config, T5EncoderModel

    class Published(T5EncoderModel):
        def __init__(self, config: Any) -> None:
            super().__init__(config)
            self.proj = torch.nn.Linear(config.d_model, CODE_CONFIG["embed_dim"])

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            states = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
            return torch.nn.functional.normalize(self.proj(states[:, 0, :]), dim=-1)

    torch.manual_seed(7)
    keys = ("d_ff", "d_kv", "d_model", "num_heads", "num_layers", "vocab_size", "relative_attention_num_buckets")
    more = {"relative_attention_max_distance": 16, "dropout_rate": 0.1, "feed_forward_proj": "relu"}
    model = Published(T5Config(**{key: CODE_CONFIG[key] for key in keys}, **more)).eval()
    for each in model.parameters():
        each.data.normal_(0, 0.4)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(CODE_CONFIG))
    (folder / "modeling_codet5p_embedding.py").write_text("raise SystemExit('this is never run')\n")
    _code_tokenizer().save(str(folder / "tokenizer.json"))
    weights = {name: each.detach().clone() for name, each in model.state_dict().items()}
    del weights["encoder.embed_tokens.weight"]  # the same as shared.weight, and written once
    if safetensors:
        from safetensors.torch import save_file

        save_file(weights, folder / "model.safetensors")
    else:
        torch.save(weights, folder / "pytorch_model.bin")
    return model


def _code_tokenizer() -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    made = Tokenizer(models.WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Punctuation()])
    made.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 1))
    return made


def chart_model(folder: Path) -> None:
    """Write a model that reads figures into a folder; what it writes is nonsense, and the same each time."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import (
        Pix2StructConfig,
        Pix2StructForConditionalGeneration,
        Pix2StructProcessor,
        PreTrainedTokenizerFast,
    )

    try:
        from transformers import Pix2StructImageProcessorPil as Pictures
    except ImportError:
        from transformers import Pix2StructImageProcessor as Pictures

    words = ("<pad>", "</s>", "<unk>", "<0x0A>", "▁a", "▁b", "▁|", "▁7", "▁31")
    text = Tokenizer(models.Unigram([(word, -1.0) for word in words], unk_id=2))
    text.pre_tokenizer, text.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    tokens = PreTrainedTokenizerFast(tokenizer_object=text, eos_token="</s>", pad_token="<pad>", unk_token="<unk>")
    torch.manual_seed(3)
    told = Pix2StructConfig(
        text_config={
            "vocab_size": len(words),
            "hidden_size": 16,
            "d_kv": 8,
            "d_ff": 32,
            "num_layers": 1,
            "num_heads": 2,
            "pad_token_id": 0,
            "eos_token_id": 1,
            "decoder_start_token_id": 0,
        },
        vision_config={
            "hidden_size": 16,
            "d_kv": 8,
            "d_ff": 32,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "seq_len": 64,
            "patch_embed_hidden_size": 768,
        },
        is_vqa=True,
    )
    model = Pix2StructForConditionalGeneration(told)
    for each in model.parameters():
        each.data.normal_(0, 0.7)
    model.save_pretrained(folder)
    Pix2StructProcessor(Pictures(is_vqa=True, max_patches=48), tokens).save_pretrained(folder)


def text_model(folder: Path, words: tuple[str, ...]) -> None:
    """Write a model of texts that can be fine-tuned into a folder; it knows these words, and nothing of them."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    known = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", *words)
    text = Tokenizer(models.WordLevel({word: number for number, word in enumerate(known)}, unk_token="[UNK]"))
    text.normalizer, text.pre_tokenizer = normalizers.Lowercase(), pre_tokenizers.Whitespace()
    text.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    torch.manual_seed(5)
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    model = BertModel(BertConfig(vocab_size=len(known), max_position_embeddings=64, **sizes))
    model.save_pretrained(folder)
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=text, model_max_length=64, **special).save_pretrained(folder)


def clip_model(folder: Path, words: tuple[str, ...], positions: int = 16) -> None:
    """Write a CLIP model into a folder, laid out as the published ones; it knows these words, and nothing of them."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import CLIPConfig, CLIPModel, PreTrainedTokenizerFast

    known = ("<pad>", "<unk>", "<start>", "<end>", *words)
    text = Tokenizer(models.WordLevel({word: number for number, word in enumerate(known)}, unk_token="<unk>"))
    text.normalizer, text.pre_tokenizer = normalizers.Lowercase(), pre_tokenizers.Whitespace()
    text.post_processor = processors.BertProcessing(("<end>", 3), ("<start>", 2))
    sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 1, "num_attention_heads": 2}
    more = {"vocab_size": len(known), "max_position_embeddings": positions, "bos_token_id": 2, "eos_token_id": 3}
    seen = {"image_size": 32, "patch_size": 8}
    torch.manual_seed(11)
    model = CLIPModel(CLIPConfig(text_config={**sizes, **more}, vision_config={**sizes, **seen}, projection_dim=12))
    for each in model.parameters():
        each.data.normal_(0, 0.3)
    model.save_pretrained(folder)
    special = {"pad_token": "<pad>", "unk_token": "<unk>", "bos_token": "<start>", "eos_token": "<end>"}
    PreTrainedTokenizerFast(tokenizer_object=text, model_max_length=positions, **special).save_pretrained(folder)
    _clip_pictures(32).save_pretrained(folder)


def _clip_pictures(side: int) -> Any:
    try:
        from transformers import CLIPImageProcessorPil as Pictures
    except ImportError:
        from transformers import CLIPImageProcessor as Pictures
    return Pictures(size={"shortest_edge": side}, crop_size={"height": side, "width": side})


def picture_model(folder: Path) -> None:
    """Write a network that looks at pictures into a folder: Dinov2, in small."""
    import torch
    from transformers import Dinov2Config, Dinov2Model

    torch.manual_seed(13)
    sizes = {"hidden_size": 12, "num_hidden_layers": 1, "num_attention_heads": 2, "mlp_ratio": 2}
    model = Dinov2Model(Dinov2Config(image_size=28, patch_size=7, **sizes))
    for each in model.parameters():
        each.data.normal_(0, 0.4)
    model.save_pretrained(folder)
    _clip_pictures(28).save_pretrained(folder)
